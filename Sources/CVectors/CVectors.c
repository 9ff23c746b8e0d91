#include "CVectors.h"

// #embed is a part of C23 that the compiler also takes in older dialects; it says so only when asked to be pedantic.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A new group needs two lines here: its bytes, and its row in the table below.

static const unsigned char capture_file[] = {
#embed "Vectors/capture.file.json"
};
static const unsigned char filter[] = {
#embed "Vectors/filter.json"
};
static const unsigned char http_exchange[] = {
#embed "Vectors/http.exchange.json"
};
static const unsigned char leancloud_frame[] = {
#embed "Vectors/leancloud.frame.json"
};
static const unsigned char leancloud_message[] = {
#embed "Vectors/leancloud.message.json"
};
static const unsigned char leancloud_payload[] = {
#embed "Vectors/leancloud.payload.json"
};
static const unsigned char nim_frame[] = {
#embed "Vectors/nim.frame.json"
};
static const unsigned char nim_message[] = {
#embed "Vectors/nim.message.json"
};
static const unsigned char rongcloud_code[] = {
#embed "Vectors/rongcloud.code.json"
};
static const unsigned char rongcloud_frame_polling[] = {
#embed "Vectors/rongcloud.frame.polling.json"
};
static const unsigned char rongcloud_frame_tcp[] = {
#embed "Vectors/rongcloud.frame.tcp.json"
};
static const unsigned char rongcloud_frame_websocket[] = {
#embed "Vectors/rongcloud.frame.websocket.json"
};
static const unsigned char rongcloud_message[] = {
#embed "Vectors/rongcloud.message.json"
};
static const unsigned char rongcloud_names[] = {
#embed "Vectors/rongcloud.names.json"
};
static const unsigned char rongcloud_payload[] = {
#embed "Vectors/rongcloud.payload.json"
};
static const unsigned char rongcloud_uid[] = {
#embed "Vectors/rongcloud.uid.json"
};
static const unsigned char session_rules[] = {
#embed "Vectors/session.rules.json"
};
static const unsigned char tcp_stream[] = {
#embed "Vectors/tcp.stream.json"
};
static const unsigned char websocket_stream[] = {
#embed "Vectors/websocket.stream.json"
};
static const unsigned char yc_frame[] = {
#embed "Vectors/yc.frame.json"
};
static const unsigned char yc_message[] = {
#embed "Vectors/yc.message.json"
};

static const struct imwire_vector_file files[] = {
    {"capture.file", capture_file, sizeof capture_file},
    {"filter", filter, sizeof filter},
    {"http.exchange", http_exchange, sizeof http_exchange},
    {"leancloud.frame", leancloud_frame, sizeof leancloud_frame},
    {"leancloud.message", leancloud_message, sizeof leancloud_message},
    {"leancloud.payload", leancloud_payload, sizeof leancloud_payload},
    {"nim.frame", nim_frame, sizeof nim_frame},
    {"nim.message", nim_message, sizeof nim_message},
    {"rongcloud.code", rongcloud_code, sizeof rongcloud_code},
    {"rongcloud.frame.polling", rongcloud_frame_polling, sizeof rongcloud_frame_polling},
    {"rongcloud.frame.tcp", rongcloud_frame_tcp, sizeof rongcloud_frame_tcp},
    {"rongcloud.frame.websocket", rongcloud_frame_websocket, sizeof rongcloud_frame_websocket},
    {"rongcloud.message", rongcloud_message, sizeof rongcloud_message},
    {"rongcloud.names", rongcloud_names, sizeof rongcloud_names},
    {"rongcloud.payload", rongcloud_payload, sizeof rongcloud_payload},
    {"rongcloud.uid", rongcloud_uid, sizeof rongcloud_uid},
    {"session.rules", session_rules, sizeof session_rules},
    {"tcp.stream", tcp_stream, sizeof tcp_stream},
    {"websocket.stream", websocket_stream, sizeof websocket_stream},
    {"yc.frame", yc_frame, sizeof yc_frame},
    {"yc.message", yc_message, sizeof yc_message},
};

const struct imwire_vector_file *imwire_vector_files(void) { return files; }

size_t imwire_vector_file_count(void) { return sizeof files / sizeof files[0]; }
