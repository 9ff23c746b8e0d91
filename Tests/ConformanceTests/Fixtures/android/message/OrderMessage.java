package com.example.chat.message;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

// planted: iOS counts and stores it
@MessageTag(value = "app:order", flag = MessageTag.ISPERSISTED)
public class OrderMessage extends MessageContent {
}
