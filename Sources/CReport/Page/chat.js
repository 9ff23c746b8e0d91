// The messages as people see them: conversations, and bubbles in the chosen one.

/** Bubbles of a page. */
const BUBBLES = 200;
/** Conversations that are drawn at once. */
const CONVERSATIONS_AT_ONCE = 1000;

class ChatView {
  constructor(app) {
    this.app = app;
    this.host = byId("panel-chat");
    this.conversations = element("div", { class: "conversations", role: "listbox", "aria-label": "Conversations", tabindex: "0" });
    this.bubbles = element("div", { class: "bubbles", role: "region", "aria-label": "Messages", tabindex: "0" });
    this.more = element("p", { class: "facts" });
    this.host.append(element("div", { class: "chat" },
      element("div", { class: "side" }, this.conversations, this.more), this.bubbles));
    this.conversations.addEventListener("keydown", (event) => {
      const at = this.keys.indexOf(this.chosen);
      const last = Math.min(this.keys.length, CONVERSATIONS_AT_ONCE) - 1;
      const wanted = {
        ArrowDown: at + 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last,
      }[event.key];
      if (wanted === undefined || this.keys.length === 0) return;
      event.preventDefault();
      this.open(this.keys[Math.max(0, Math.min(last, wanted))]);
    });
    this.chosen = null;
    this.keys = [];
  }

  async show() {
    const { store } = this.app;
    const threads = new Map();
    for (const message of store.messages) {
      if (!store.isShown(message.index)) continue;
      if (!threads.has(message.conversation)) threads.set(message.conversation, []);
      threads.get(message.conversation).push(message);
    }
    this.threads = threads;
    this.keys = [...threads.keys()].sort((one, other) => threads.get(other).length - threads.get(one).length);
    if (this.keys.length === 0) {
      this.conversations.replaceChildren();
      this.conversations.removeAttribute("aria-activedescendant");
      this.more.textContent = "";
      this.bubbles.replaceChildren(element("p", { class: "hint" },
        store.indexed < store.count ? "Reading the events…" : "There are no messages in what is shown."));
      return;
    }
    if (!threads.has(this.chosen)) this.chosen = this.keys[0];
    this.drawConversations();
    await this.open(this.chosen, 0, false);
  }

  drawConversations() {
    this.conversations.replaceChildren(...this.keys.slice(0, CONVERSATIONS_AT_ONCE).map((key, place) => {
      const { kind, target } = conversationName(key);
      return element("div", {
        class: "conversation", role: "option", id: `conversation-${place}`,
        "aria-selected": key === this.chosen ? "true" : "false",
        onclick: () => this.open(key),
      },
        element("span", { class: "avatar", "aria-hidden": "true" }, safe([...target][0] ?? "?")),
        element("span", { class: "who" }, element("b", {}, safe(target)), element("small", {}, safe(kind))),
        element("span", { class: "count" }, grouped(this.threads.get(key).length)));
    }));
    const chosen = this.conversations.querySelector('[aria-selected="true"]');
    if (chosen) {
      this.conversations.setAttribute("aria-activedescendant", chosen.id);
      chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    this.more.textContent = this.keys.length > CONVERSATIONS_AT_ONCE
      ? `and ${counted(this.keys.length - CONVERSATIONS_AT_ONCE, "more conversation")}` : "";
  }

  async open(key, page = 0, isRedrawn = true) {
    this.chosen = key;
    if (isRedrawn) this.drawConversations();
    const thread = this.threads.get(key);
    const pages = Math.max(1, Math.ceil(thread.length / BUBBLES));
    const part = thread.slice(page * BUBBLES, (page + 1) * BUBBLES);
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const made = [];
    let day = "";
    for (const { index, place } of part) {
      const record = this.app.store.peek(index) ?? (await this.app.store.record(index));
      if (turn !== this.turn) return;
      const event = record.event;
      if (event.time.slice(0, 10) !== day) {
        day = event.time.slice(0, 10);
        made.push(element("p", { class: "day" }, day));
      }
      made.push(attempt(() => this.bubble(event, event.messages[place], index), () => this.unread(event)));
    }
    const { kind, target } = conversationName(key);
    const turnPage = (to, label) =>
      element("button", { type: "button", disabled: to < 0 || to >= pages, onclick: () => this.open(key, to) }, label);
    const head = element("div", { class: "chat-head" },
      element("h2", {}, safe(target), " ", element("small", {}, safe(kind))),
      pages > 1 ? element("span", { class: "pages" }, turnPage(page - 1, "Earlier"), ` ${page + 1} of ${pages} `, turnPage(page + 1, "Later")) : null);
    this.bubbles.replaceChildren(head, ...made);
    this.bubbles.scrollTop = 0;
  }

  bubble(event, message, index) {
    const isOwn = event.sender === "client" || this.app.store.flows.get(this.app.store.flow[index])?.own.has(message.sender) === true;
    const content = contentOf(message);
    const kind = kindOf(message, content);
    const quiet = ["recall", "receipt", "typing", "notice", "expansion"].includes(kind);
    const body = this.body(message, content, kind);
    const meta = element("footer", {},
      element("span", { class: "time" }, said(message.sentTime ?? event.time).slice(11, 19)),
      element("code", {}, safe(message.objectName ?? "text")),
      (message.flags ?? []).includes("mentioned") ? element("span", { class: "badge" }, "@") : null,
      this.app.link(event.n));
    return element("article", {
      class: `bubble ${isOwn ? "own" : "theirs"}${quiet ? " quiet-message" : ""}`,
      "aria-label": `${said(message.sender ?? event.sender)}, event ${event.n}`,
    },
      quiet ? null : element("header", {}, safe(message.sender ?? (isOwn ? "client" : "server"))),
      ...body, meta);
  }

  /** Stands for a message that cannot be drawn. */
  unread(event) {
    return element("article", { class: "bubble quiet-message" },
      element("p", { class: "notice" }, "This message cannot be shown."), element("footer", {}, this.app.link(event.n)));
  }

  body(message, content, kind) {
    const words = (value) => element("p", { class: "words", dir: "auto" }, safe(value, true));
    const picture = (data) => this.picture(data);
    switch (kind) {
      case "image": {
        const file = fileOf(content);
        return [picture(content.content) ?? element("div", { class: "placeholder" }, "🖼 ", safe(shortened(file.name, 60))),
          this.address(file.url), content._lctext ? words(content._lctext) : null];
      }
      case "video": {
        const file = fileOf(content);
        const seconds = amountOf(content.duration);
        return [picture(content.content) ?? element("div", { class: "placeholder" }, "🎞 ", safe(shortened(file.name, 60))),
          this.facts([seconds >= 0 ? duration(seconds) : "", size(file.size)]), this.address(file.url)];
      }
      case "voice": {
        const seconds = amountOf(content.duration ?? amountOf(content.dur) / 1000);
        const sound = this.sound(content.content);
        return [element("div", { class: "voice" }, "🎙 ", seconds >= 0 ? `${seconds} s` : "voice"), sound,
          this.address(fileOf(content).url)];
      }
      case "location": {
        const place = placeOf(content);
        const where = `${place.latitude}, ${place.longitude}`;
        const isPlace = Number.isFinite(place.latitude) && Number.isFinite(place.longitude);
        return [picture(content.content), place.name ? words(place.name) : null,
          element("p", { class: "coordinates" }, "📍 ", where, " ",
            isPlace ? element("a", {
              href: `https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=15/${place.latitude}/${place.longitude}`,
              target: "_blank", rel: "noopener noreferrer",
            }, "map") : null)];
      }
      case "file": {
        const file = fileOf(content);
        return [element("div", { class: "file" }, element("span", { "aria-hidden": "true" }, "📄"),
          element("span", {}, element("b", {}, safe(file.name)), element("small", {}, size(file.size)))), this.address(file.url)];
      }
      case "reference":
        return [element("blockquote", {}, element("b", {}, safe(content.referMsgUserId ?? "")), " ", safe(shortened(quotedOf(content), 300))),
          words(content.content ?? "")];
      case "recall":
        return [element("p", { class: "notice" }, "↩ recalled ", element("code", {}, safe(content.messageUId ?? content.messageUID ?? "a message")))];
      case "receipt": {
        const until = content.lastMessageSendTime;
        const words = until ? ` up to ${secondOf(amountOf(until) / 1000) || said(until)}` : "";
        return [element("p", { class: "notice" }, "✓✓ read", safe(shortened(words, 200)))];
      }
      case "expansion":
        return [element("p", { class: "notice" }, "✎ ", safe(shortened(expansionOf(content), 200)))];
      case "typing": return [element("p", { class: "notice" }, "… typing")];
      case "notice": return [element("p", { class: "notice" }, safe(textOf(message, content)))];
      case "bytes": return [element("p", { class: "notice" }, counted(bytesIn(message.contentBytes), "byte"))];
      case "card":
        return [element("b", {}, safe(content.title ?? content.name ?? "")), words(content.content ?? ""),
          picture(content.imageUri), this.address(said(content.url ?? content.remoteUrl ?? ""))];
      case "text": {
        return [words(textOf(message, content))];
      }
      default:
        return [element("pre", { tabindex: "0" }, safe(shortened(inJSON(message.content ?? null, 1), 2000), true))];
    }
  }

  facts(parts) {
    const known = parts.filter((part) => part !== "");
    return known.length > 0 ? element("small", {}, known.join(" · ")) : null;
  }

  /** An address as text: nothing is fetched, and nothing is followed by a click. */
  address(url) {
    return url ? element("small", { class: "address" }, safe(shortened(url, 160))) : null;
  }

  /** A picture whose bytes lie in the content. */
  picture(data) {
    const bytes = bytesOfBase64(data);
    const type = bytes && pictureType(bytes);
    if (!type) return null;
    return element("img", { src: `data:${type};base64,${base64Of(bytes)}`, alt: `picture of ${size(bytes.length)} in the message` });
  }

  /** Sound whose bytes lie in the content, where the browser can play it; most phones send AMR, which none can. */
  sound(data) {
    const bytes = bytesOfBase64(data);
    const type = bytes && soundType(bytes);
    if (!type) return bytes ? element("small", {}, `${size(bytes.length)} of sound`) : null;
    if (new Audio().canPlayType(type) === "") return element("small", {}, `${size(bytes.length)} of ${type}, which this browser does not play`);
    return element("audio", { controls: true, preload: "none", src: `data:${type};base64,${base64Of(bytes)}` });
  }
}

function bytesOfBase64(data) {
  if (typeof data !== "string" || data.length < 16 || data.length > 8_000_000) return null;
  const plain = data.replace(/^data:[a-z/0-9+.-]+;base64,/, "").replace(/\s+/g, "").replace(/-/g, "+").replace(/_/g, "/");
  if (!/^[A-Za-z0-9+/]+=*$/.test(plain)) return null;
  try {
    return bytesOf(plain);
  } catch {
    return null;
  }
}

const begins = (bytes, ...wanted) => wanted.every((byte, index) => byte === null || bytes[index] === byte);

function pictureType(bytes) {
  if (begins(bytes, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47)) return "image/png";
  if (begins(bytes, 0x47, 0x49, 0x46, 0x38)) return "image/gif";
  if (begins(bytes, 0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50)) return "image/webp";
  return null;
}

function soundType(bytes) {
  if (begins(bytes, 0x23, 0x21, 0x41, 0x4d, 0x52)) return "audio/amr";
  if (begins(bytes, 0x49, 0x44, 0x33) || begins(bytes, 0xff, 0xfb)) return "audio/mpeg";
  if (begins(bytes, 0xff, 0xf1) || begins(bytes, 0xff, 0xf9)) return "audio/aac";
  if (begins(bytes, 0x4f, 0x67, 0x67, 0x53)) return "audio/ogg";
  if (begins(bytes, 0x52, 0x49, 0x46, 0x46)) return "audio/wav";
  if (begins(bytes, null, null, null, null, 0x66, 0x74, 0x79, 0x70)) return "audio/mp4";
  return null;
}
