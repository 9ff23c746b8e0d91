'use strict';
// Message contents by the catalogue of object names.

const fs = require('fs');
const json = require('./json');
const { refuse, wellFormed } = require('./common');

/** No text in UTF-8 can hold half a surrogate pair. */
function allWellFormed(value) {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(allWellFormed);
  if (!value || typeof value !== 'object' || value instanceof json.Spelt) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), allWellFormed(item)]));
}

class Contents {
  constructor(path) {
    this.entries = JSON.parse(fs.readFileSync(path, 'utf8')).messages;
  }

  names() {
    return this.entries.flatMap(({ objectName, aliases, flags, classes }) => [objectName, ...aliases].map((name) => ({
      objectName: name, persisted: flags.persisted, counted: flags.counted, class: Object.values(classes).flat()[0],
    })));
  }

  /** The content as it was written: this codec leaves it to its user what to make of a platform's spelling. */
  decode(objectName, bytes) {
    const entry = this.entries.find((one) => one.objectName === objectName);
    if (!bytes.length && entry?.fields.every(({ required }) => !required)) return {}; // some notices have no bytes
    let text;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      refuse('json', 'not UTF-8');
    }
    return allWellFormed(json.parse(text));
  }

  encode(objectName, content) {
    return Buffer.from(json.write(content));
  }
}

module.exports = Contents;
