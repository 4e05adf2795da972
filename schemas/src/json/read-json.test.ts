import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, type JsonLimits } from './read-json.ts';

const LIMITS: JsonLimits = { bytes: 100_000, nesting: 64, keys: 100 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const faultOf = (text: string, limits: Partial<JsonLimits> = {}) =>
  readJson(bytes(text), { ...LIMITS, ...limits }).fault;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('nesting', () => {
  it('is accepted up to the limit and rejected one level deeper', () => {
    expect(faultOf(nested(64))).toBeNull();
    expect(faultOf(nested(65))).toBe('too_deep');
    expect(faultOf('{"a":'.repeat(65))).toBe('too_deep');
  });

  it('does not count siblings or brackets inside strings, also after an escaped quote', () => {
    expect(faultOf(`[${Array.from({ length: 200 }, () => '[]').join()}]`)).toBeNull();
    expect(faultOf(JSON.stringify({ a: `"${'['.repeat(200)}\\"${'{'.repeat(200)}` }))).toBeNull();
  });

  it('is counted after a string that ends with an escaped backslash', () => {
    expect(faultOf(`[${String.raw`"\\"`},${nested(64)}]`)).toBe('too_deep');
  });
});

describe('size', () => {
  it('in bytes, in keys and in printed digits is limited', () => {
    expect(faultOf('"0123456789"', { bytes: 12 })).toBeNull();
    expect(faultOf('"0123456789"', { bytes: 11 })).toBe('too_large');
    const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
    expect(faultOf(keys(100))).toBeNull();
    expect(faultOf(keys(101))).toBe('too_many_keys');
    expect(faultOf('[1e308,5e-324,true,false]', { bytes: 1_000 })).toBeNull();
    expect(faultOf('[1e308,5E-324,1e+308,1e400]', { bytes: 1_000 })).toBe('numbers_too_long');
    expect(faultOf(`[1e${'9'.repeat(50_000)}]`)).toBeNull();
  });
});

it('numbers may have as many printed digits as there may be bytes', () => {
  expect(faultOf('[1e9,1E+9]', { bytes: 20 })).toBeNull();
  expect(faultOf('[1e10,1e-10]', { bytes: 20 })).toBeNull();
  expect(faultOf('[1e10,1e-11]', { bytes: 20 })).toBe('numbers_too_long');
});

describe('a string', () => {
  it.each([
    String.raw`"a\u0000b"`,
    String.raw`{"deep":["\ud83d"]}`,
    String.raw`"\uDE00"`,
    String.raw`"\\\u0000"`,
    String.raw`"\ud83dx\ude00"`,
    String.raw`"\ud83d\ud83d\ude00"`,
    String.raw`{"\u0000":1}`,
  ])('that Postgres cannot store is rejected: %s', (text) => {
    expect(faultOf(text)).toBe('unstorable_text');
  });

  it.each([
    '"Привет 😀"',
    String.raw`"\ud83d\ude00 \u0416\n"`,
    String.raw`"C:\\u0000"`,
    String.raw`"\\ud83d"`,
    '"\\"',
    '',
    '"',
    String.raw`"\u00`,
    '[1,',
    '\u0000',
  ])('is parsed as JSON.parse does: %s', (text) => {
    const { json, fault } = readJson(bytes(text), LIMITS);
    expect({ json, fault }).toEqual(parsed(text));
  });

  // The first and last of each kind of code unit, with each kind of digit.
  it('with whole pairs of surrogates, and with what is beside them, can be stored', () => {
    for (const escapes of [
      'ud800 udc00',
      'udbff udfff',
      'uD809 uDC0A',
      'ud83d ude00',
      'ud7ff',
      'ue000',
      'uffff',
      'u0001',
    ]) {
      const text = JSON.stringify(escapes)
        .replaceAll(' ', '')
        .replaceAll('u', String.raw`\u`);
      expect(readJson(bytes(text), LIMITS), text).toEqual(parsed(text));
      expect(faultOf(text), text).toBeNull();
    }
  });

  it('with half a pair cannot be stored, whatever follows', () => {
    for (const half of ['ud800', 'udbff', 'udc00', 'udfff'])
      for (const next of [
        '',
        'x',
        '!ude00',
        String.raw`\xde00`,
        String.raw`\ud800`,
        String.raw`\u0041`,
        String.raw`\ue000`,
      ])
        expect(faultOf(`"\\${half}${next}"`), half + next).toBe('unstorable_text');
  });

  it('with an escape of other characters than hexadecimal digits is no JSON', () => {
    for (const escape of ['u001 ', 'udc0@', 'udc0g', 'udc0/', 'udc0:', 'ud80G'])
      expect(faultOf(`"\\${escape}"`), escape).toBe('not_json');
  });

  it('has a replacement character for invalid UTF-8, also for a surrogate in three bytes', () => {
    const text = Uint8Array.from([0x22, 0xff, 0xed, 0xa0, 0x80, 0x22]);
    expect(readJson(text, LIMITS)).toEqual({ json: '\uFFFD'.repeat(4), fault: null });
  });
});

it('returns the result of JSON.parse for any JSON that Postgres can store', () => {
  const limits = { bytes: 1_000_000, nesting: 1_000, keys: 100_000 };
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const text = JSON.stringify(value);
      const storable = !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/.test(text);
      expect(readJson(bytes(text), limits)).toEqual(
        storable ? { json: JSON.parse(text), fault: null } : { json: undefined, fault: 'unstorable_text' },
      );
    }),
  );
});

function parsed(text: string): unknown {
  try {
    return { json: JSON.parse(text), fault: null };
  } catch {
    return { json: undefined, fault: 'not_json' };
  }
}
