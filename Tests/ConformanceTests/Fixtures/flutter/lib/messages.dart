import 'package:rongcloud_im_wrapper_plugin/rongcloud_im_wrapper_plugin.dart';

/// The gift; 'RC:TXTMSG' would be wrong.
class GiftMessage extends RCIMIWUserCustomMessage {
  static const String objectName = 'app:gift';
}

class Names {
  static const text = r'RC:TxtMsg';
  static const template = '''
"RC:TXTMSG" in a text of several lines
''';
  static const notice = 'app:'
      'notice';
  static const order = "app:order";
  static const wrong = "RC:FileMSG"; // planted: letter case
}

Future<void> register(RCIMIWEngine engine, String user) async {
  await engine.registerNativeCustomMessage(
    GiftMessage.objectName,
    RCIMIWNativeCustomMessagePersistentFlag.persisted, // planted: iOS has a status message
  );
  print('registered for $user: ${"RC:RcCMD".length}'); // planted: letter case
  // planted: reserved prefix, with a name like RC:StkMsg
  await engine.registerNativeCustomMessage('RC:StckMsg', RCIMIWNativeCustomMessagePersistentFlag.counted);
}
