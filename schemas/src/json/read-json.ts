export type JsonLimits = {
  bytes: number;
  /** Deepest nesting of arrays and objects. */
  nesting: number;
  /** The number of keys of all objects together. */
  keys: number;
};

export type JsonFault =
  | 'too_large'
  | 'too_deep'
  | 'too_many_keys'
  /** Its numbers in full, as jsonb stores them, exceed `bytes`: `1e308` has 309 digits. */
  | 'numbers_too_long'
  /** A NUL or a lone surrogate: JSON allows them, Postgres cannot store them. */
  | 'unstorable_text'
  | 'not_json';

export type ReadJson = { json: unknown; fault: null } | { json: undefined; fault: JsonFault };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const LOWER_U = 0x75;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
/** The largest exponent of a double; a larger one gives infinity or 0. */
const LARGEST_EXPONENT = 400;

const decoder = new TextDecoder();

/**
 * Parses a JSON text from outside after checking its raw bytes, so that no hostile text reaches the parser, a schema or
 * the database. Invalid UTF-8 becomes U+FFFD.
 */
export function readJson(text: Uint8Array, limits: JsonLimits): ReadJson {
  const fault = findJsonFault(text, limits);
  if (fault) return { json: undefined, fault };
  try {
    return { json: JSON.parse(decoder.decode(text)), fault: null };
  } catch {
    return { json: undefined, fault: 'not_json' };
  }
}

/**
 * The first limit that a JSON text exceeds, or null. One pass over the bytes without recursion; it does not check whether
 * the text is valid JSON.
 */
export function findJsonFault(text: Uint8Array, { bytes, nesting, keys }: JsonLimits): JsonFault | null {
  if (text.length > bytes) return 'too_large';
  let depth = 0;
  let keyCount = 0;
  let printedDigits = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case QUOTE:
        at = endOfString(text, at);
        if (at < 0) return 'unstorable_text';
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > nesting) return 'too_deep';
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COLON:
        keyCount += 1;
        if (keyCount > keys) return 'too_many_keys';
        break;
      case LOWER_E:
      case UPPER_E:
        printedDigits += exponentAt(text, at + 1);
        if (printedDigits > bytes) return 'numbers_too_long';
        break;
      default:
    }
  }
  return null;
}

/** The position of the closing quote or of the end of the text; -1 if the string cannot be stored. */
function endOfString(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const byte = text[at];
    if (byte === QUOTE) return at;
    if (byte !== BACKSLASH) at += 1;
    else if (text[at + 1] !== LOWER_U) at += 2;
    else {
      const unit = codeUnitAt(text, at);
      if (unit === 0 || isLowSurrogate(unit)) return -1;
      if (!isHighSurrogate(unit)) at += 6;
      else if (isLowSurrogate(codeUnitAt(text, at + 6))) at += 12;
      else return -1;
    }
  }
  return at;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The code unit of the escape `\uXXXX` at a position; NaN if there is none. */
function codeUnitAt(text: Uint8Array, at: number): number {
  if (text[at] !== BACKSLASH || text[at + 1] !== LOWER_U) return Number.NaN;
  let unit = 0;
  for (let digit = at + 2; digit < at + 6; digit++) unit = unit * 16 + hexValue(text[digit] ?? 0);
  return unit;
}

/** NaN for anything but a hexadecimal digit. */
function hexValue(byte: number): number {
  if (byte >= DIGIT_0 && byte <= DIGIT_9) return byte - DIGIT_0;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** The absolute value of the exponent at this position; 0 if there is none (`true` and `false` contain an e too). */
function exponentAt(text: Uint8Array, start: number): number {
  let exponent = 0;
  const first = text[start] === MINUS || text[start] === PLUS ? start + 1 : start;
  for (let at = first; exponent < LARGEST_EXPONENT; at++) {
    const byte = text[at] ?? 0;
    if (byte < DIGIT_0 || byte > DIGIT_9) return exponent;
    exponent = exponent * 10 + byte - DIGIT_0;
  }
  return LARGEST_EXPONENT;
}
