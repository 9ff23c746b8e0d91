'use strict';
// How an operation says that its input has no value.

class Refusal extends Error {
  constructor(errorClass, text) {
    super(text);
    this.class = errorClass;
  }
}

function refuse(errorClass, text = errorClass) {
  throw new Refusal(errorClass, text);
}

function unhex(text) {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) refuse('value', 'not hex');
  return Buffer.from(text, 'hex');
}

/** A whole number within bounds, as a BigInt. */
function whole(value, low, high, name) {
  if (typeof value === 'number' && Number.isSafeInteger(value)) value = BigInt(value);
  if (typeof value !== 'bigint' || value < low || value > high) refuse('value', `${name} from ${low} to ${high}`);
  return value;
}

/** Half a surrogate pair becomes U+FFFD. */
const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, '\ufffd');

module.exports = { Refusal, refuse, unhex, whole, wellFormed };
