package com.example.chat.message;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

/**
 * A gift. Not {@code @MessageTag(value = "RC:TXTMSG")}.
 */
@MessageTag(value = GiftMessage.NAME, flag = MessageTag.STATUS)
public class GiftMessage extends MessageContent {
    public static final String NAME = "app:gift";

    private static final char QUOTE = '"';

    @Override
    public byte[] encode() {
        return "{\"type\":\"RC:TXTMSG\"}".getBytes();
    }
}
