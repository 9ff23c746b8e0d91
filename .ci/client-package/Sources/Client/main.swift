import RongCloud
print(FrameType.publish.name(in: .websocket))
