'use strict';
// Message UIDs: 16 digits of base 32 (which JavaScript writes with the same digits, in lower case) in groups of four.

const { refuse, whole } = require('./common');

const LAYOUTS = { // from the lowest bits up
  B: [['hash', 22], ['type', 4], ['sequence', 12], ['time', 42]],
  A: [['hash', 32], ['type', 5], ['time', 43]],
};
const YEAR_2005 = Date.UTC(2005);

function decode(uid) {
  if (typeof uid !== 'string' || !/^[0-9A-V]{4}(-[0-9A-V]{4}){3}$/.test(uid)) refuse('value', 'no UID');
  const digits = [...uid.replaceAll('-', '')];
  const bits = digits.reduce((sum, digit) => (sum << 5n) | BigInt(parseInt(digit, 32)), 0n);
  for (const layout of ['B', 'A']) {
    const parts = { uid, layout };
    let rest = bits;
    for (const [name, size] of LAYOUTS[layout]) {
      parts[name] = Number(BigInt.asUintN(size, rest));
      rest >>= BigInt(size);
    }
    if (layout === 'B' && parts.time < YEAR_2005) continue; // half the time of an id in layout A
    return { ...parts, time: new Date(parts.time).toISOString() };
  }
}

function encode(input) {
  const layout = input.layout ?? 'B';
  if (!Object.hasOwn(LAYOUTS, layout)) refuse('value', 'layout');
  const parts = { ...input };
  if (typeof parts.time === 'string') parts.time = Date.parse(parts.time);
  if (typeof parts.target === 'string' && parts.hash === undefined) {
    let hash = 0;
    for (let at = 0; at < parts.target.length; at++) hash = (Math.imul(31, hash) + parts.target.charCodeAt(at)) | 0;
    parts.hash = layout === 'B' ? hash & 0x3fffff : hash >>> 0;
  }
  if (layout === 'B' && parts.time < YEAR_2005) refuse('value', 'every reader would take such a time for layout A');
  let [bits, shift] = [0n, 0n];
  for (const [name, size] of LAYOUTS[layout]) {
    if (parts[name] === undefined) refuse('required', name);
    bits |= whole(parts[name], 0n, (1n << BigInt(size)) - 1n, name) << shift;
    shift += BigInt(size);
  }
  return bits.toString(32).toUpperCase().padStart(16, '0').match(/.{4}/g).join('-');
}

module.exports = { decode, encode };
