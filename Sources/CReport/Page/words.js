// Events and messages in words.

/** What an event is, in one word. */
function typeOf(event) {
  const frame = event.frame;
  if (frame.type === "event" || frame.type === "message") return said(frame.command ?? frame.type);
  if (frame.type) return said(frame.type);
  if (frame.cmd) return frame.op ? `${said(frame.cmd)}/${said(frame.op)}` : said(frame.cmd);
  return event.system === "leancloud" ? "keep-alive" : "frame";
}

/** What it is about. */
function topicOf(event) {
  return said(event.frame.topic ?? event.inReplyTo?.topic ?? (event.frame.type === "HTTP" ? event.frame.path : "") ?? "");
}

function targetOf(event) {
  const message = event.messages?.[0];
  return said(event.frame.targetId ?? message?.target ?? event.frame.userId ?? event.frame.peerId ?? "");
}

/** The same for the list: what it says. */
function digestOf(event) {
  const parts = [];
  const frame = event.frame;
  if (frame.type === "GAP") {
    const missing = frame.length ?? 0;
    parts.push(`${counted(missing, "byte")} ${missing === 1 ? "is" : "are"} missing, from offset ${frame.offset}`);
  }
  if (frame.type === "HTTP") {
    parts.push(`${said(frame.method ?? "")} ${said(frame.status ?? "no answer")}`.trim());
    const query = Object.entries(frame.query ?? {}).map(([name, value]) => `${name}=${said(value)}`);
    if (query.length > 0) parts.push(query.join(" "));
  } else if (frame.status !== undefined) {
    parts.push(frame.status === 0 ? "ok" : `status ${said(frame.status)}`);
  }
  if (frame.retCode !== undefined) parts.push(`code ${said(frame.retCode)}`);
  if (frame.code !== undefined) parts.push(`code ${said(frame.code)}`);
  const messages = event.messages ?? [];
  for (const message of messages.slice(0, 3)) parts.push(wordsOf(message));
  if (messages.length > 3) parts.push(`and ${counted(messages.length - 3, "more message")}`);
  if (messages.length === 0 && event.payload) {
    parts.push(`${event.payload.message} ${shortened(said(event.payload.value), 200)}`);
  }
  if (messages.length === 0 && frame.body) parts.push(shortened(said(frame.body), 200));
  if (event.undecodedBytes) parts.push(`${counted(event.undecodedBytes, "byte")} undecoded`);
  return parts.join("  ");
}

/** The same of a message in a few words. */
function wordsOf(message) {
  const content = contentOf(message);
  const kind = kindOf(message, content);
  switch (kind) {
    case "text": return textOf(message, content);
    case "image": return `[image] ${textOf(message, content)}`.trim();
    case "voice": return `[voice] ${content.duration ? said(content.duration) + " s" : ""}`.trim();
    case "video": return `[video] ${said(content.name ?? "")}`.trim();
    case "location": {
      const place = placeOf(content);
      return `[location] ${place.name || `${place.latitude}, ${place.longitude}`}`;
    }
    case "file": return `[file] ${fileOf(content).name}`;
    case "recall": return `[recall] ${said(content.messageUId ?? content.messageUID ?? "")}`.trim();
    case "receipt": return "[read receipt]";
    case "expansion": return `[expansion] ${expansionOf(content)}`;
    case "typing": return "[typing]";
    case "reference": return `${said(content.content ?? "")}  ↳ ${shortened(quotedOf(content), 60)}`;
    case "bytes": return `[${counted(bytesIn(message.contentBytes), "byte")}]`;
    default: return shortened(inJSON(message.content ?? message.text ?? ""), 200);
  }
}

const contentOf = (message) =>
  message.content !== null && typeof message.content === "object" ? message.content : {};

/** What a message of LeanCloud is by the number of its type. */
const TYPED = new Map([[-1, "text"], [-2, "image"], [-3, "voice"], [-4, "video"], [-5, "location"], [-6, "file"], [-127, "recall"]]);

/** What a message is: how it is drawn. */
function kindOf(message, content) {
  const name = said(message.objectName);
  if (message.contentBytes !== undefined) return "bytes";
  if (message.text !== undefined) return "text";
  if (name.startsWith("RC:") || name.startsWith("app:")) {
    switch (name) {
      case "RC:TxtMsg": case "RC:InfoNtf": case "RC:GrpNtf": case "RC:ContactNtf": case "RC:StreamMsg":
        return name === "RC:TxtMsg" || name === "RC:StreamMsg" ? "text" : "notice";
      case "RC:ImgMsg": case "RC:GIFMsg": case "RC:StkMsg": return "image";
      case "RC:VcMsg": case "RC:HQVCMsg": return "voice";
      case "RC:SightMsg": return "video";
      case "RC:LBSMsg": case "RC:RL": return "location";
      case "RC:FileMsg": case "RC:CsHM": return "file";
      case "RC:RcCmd": case "RC:RcNtf": return "recall";
      case "RC:ReadNtf": case "RC:RRReqMsg": case "RC:RRRspMsg": case "RC:SRSMsg": case "RC:RRMsg": case "RC:Delivered":
        return "receipt";
      case "RC:TypSts": return "typing";
      case "RC:MsgExMsg": return "expansion";
      case "RC:ReferenceMsg": return "reference";
      case "RC:ImgTextMsg": case "RC:CombineMsg": case "RC:CombineV2Msg": case "RC:CardMsg": return "card";
    }
  }
  if (content._lctype !== undefined) return TYPED.get(amountOf(content._lctype)) ?? "other";
  // Of YC's contents no more than the kinds is known; some say what they hold.
  if (content.ChatType === 1 && typeof content.text === "string") return "text";
  if (content.ChatType === 3 && typeof content.url === "string") return "voice";
  if (content.lat !== undefined && content.lng !== undefined) return "location";
  if (content.url !== undefined && content.ext !== undefined) {
    if (content.dur !== undefined && content.w === undefined) return "voice";
    if (content.dur !== undefined) return "video";
    return content.w !== undefined ? "image" : "file";
  }
  return "other";
}

function textOf(message, content) {
  if (typeof message.text === "string") return message.text;
  if (typeof message.content === "string") return message.content;
  if (content._lctext !== undefined) return said(content._lctext);
  if (kindOf(message, content) === "image") return said(content.name ?? "");
  return said(content.content ?? content.message ?? content.text ?? "");
}

function placeOf(content) {
  const place = content._lcloc ?? content;
  const words = [content.poi, content.title, content._lctext].find((each) => typeof each === "string" && each !== "");
  return {
    latitude: amountOf(place.latitude ?? place.lat),
    longitude: amountOf(place.longitude ?? place.lng),
    name: words ?? "",
  };
}

function fileOf(content) {
  const file = content._lcfile ?? content;
  const about = file.metaData ?? file;
  const address = content.fileUrl ?? content.remoteUrl ?? content.sightUrl ?? content.imageUri ?? file.url;
  return {
    name: said(about.name ?? file.name ?? address ?? "file"),
    size: amountOf(about.size ?? file.size),
    url: typeof address === "string" ? address : "",
  };
}

/** The text of a message that another one quotes. */
function quotedOf(content) {
  const quoted = content.referMsg;
  if (quoted === null || quoted === undefined) return "";
  if (typeof quoted !== "object") return said(quoted);
  const message = { objectName: content.objName, content: quoted };
  return content.objName === "RC:ReferenceMsg" ? said(quoted.content ?? "") : wordsOf(message);
}

/** What a message changes in the expansion of another one. */
function expansionOf(content) {
  const put = Object.entries(content.put ?? {}).map(([key, value]) => `${key} = ${said(value)}`);
  const gone = [content.del ?? []].flat().map((key) => `${said(key)} removed`);
  return `${[...put, ...gone].join(", ") || "changed"} (${said(content.mid ?? "")})`;
}

/** Kinds of conversations by the numbers that contents have. */
const CONVERSATIONS = ["", "private", "discussion", "group", "chatroom", "customerservice", "system"];

/** The key of a message's conversation; a recall says in its content where it belongs. */
function conversationOf(message) {
  const content = contentOf(message);
  const kind = message.conversation ?? CONVERSATIONS[amountOf(content.conversationType)] ?? "";
  return `${said(kind)}\u0000${said(message.target ?? content.targetId ?? "")}`;
}

/** A conversation's name from its key. */
function conversationName(key) {
  const [kind, target] = key.split("\u0000");
  return { kind: kind || "conversation", target: target || "(unknown)" };
}

/** The part of a time that a list shows. */
const clock = (moment) => moment.slice(11, 23);

/** The furthest moment from 1970 that JavaScript has, in seconds. */
const FURTHEST = 8.64e12;

/** A moment from seconds; empty for what is none. */
const momentOf = (seconds) => (Math.abs(seconds) <= FURTHEST ? new Date(seconds * 1000).toISOString() : "");

/** The same without what is less than a second, as people read it. */
const secondOf = (seconds) => momentOf(seconds).slice(0, 19).replace("T", " ");
