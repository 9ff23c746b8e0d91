(function (RongIMClient, RongIMLib) {
  // planted: the notice of a group is stored only
  var tag = new RongIMLib.MessageTag(true, true);
  RongIMClient.registerMessageType('GroupNotice', 'RC:GrpNtf', tag, ['operation', 'data']);
  RongIMClient.registerMessageType('InfoNotice', 'RC:InfoNtf', new RongIMLib.MessageTag(false, true), ['message']);
})(window.RongIMClient, window.RongIMLib);
