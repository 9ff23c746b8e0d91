package com.example.chat.message

import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent

/* A notice /* nested "RC:TXTMSG" */ about an order. */
@MessageTag(value = "app:notice", flag = MessageTag.ISCOUNTED or MessageTag.ISPERSISTED)
class OrderNotice : MessageContent() {
    fun describe(name: String) = "$name of type ${if (name == "RC:Txtmsg") "text" else "other"}"  // planted: letter case
}

// planted: declared twice
@MessageTag("app:notice", MessageTag.ISCOUNTED)
class OtherNotice : MessageContent()

// planted: the catalogue counts and stores a voice message
@MessageTag(value = "RC:HQVCMsg", flag = MessageTag.NONE)
class SilentVoiceMessage : MessageContent()

// no finding: Android's own call summary is stored and not counted
@MessageTag(value = "RC:VCSummary", flag = MessageTag.ISPERSISTED)
class CallSummary : MessageContent()
