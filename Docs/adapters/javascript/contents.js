'use strict';
// Message contents by the catalogue of object names.

const fs = require('fs');
const json = require('./json');
const { refuse } = require('./common');

class Contents {
  constructor(path) {
    this.entries = JSON.parse(fs.readFileSync(path, 'utf8')).messages;
  }

  names() {
    return this.entries.map(({ objectName, flags, classes }) => ({
      objectName, persisted: flags.persisted, counted: flags.counted, class: Object.values(classes).flat()[0],
    }));
  }

  decode(objectName, bytes) {
    let text;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      refuse('json', 'not UTF-8');
    }
    return json.parse(text);
  }

  encode(objectName, content) {
    return Buffer.from(json.write(content));
  }
}

module.exports = Contents;
