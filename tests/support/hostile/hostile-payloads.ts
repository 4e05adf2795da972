import { validMessages } from '../devices/device-messages.ts';

export type HostilePayload = { topic: string; name: string; payload: Buffer };

const arrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const filled = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => item(at)).join();

/** Valid and invalid JSON values that a device may put anywhere into a message. None is larger than 64 kB. */
const VALUES: Record<string, string | Buffer> = {
  'arrays 65 levels deep': arrays(65),
  'arrays 1,500 levels deep behind an escape': String.raw`["\u0041",${arrays(1_500)}]`,
  'arrays 4,400 levels deep': arrays(4_400),
  'arrays 8,000 levels deep behind an escape': String.raw`["\u0041",${arrays(8_000)}]`,
  'objects 1,000 levels deep': objects(1_000),
  'objects 8,000 levels deep': objects(8_000),
  'arrays that are never closed': '['.repeat(3_000),
  'a wide array': `[${filled(1_500, () => '0')}]`,
  'a very wide array': `[${filled(30_000, () => '0')}]`,
  '400 keys': `{${filled(400, (at) => `"k${at}":${at}`)}}`,
  '7,000 keys': `{${filled(7_000, (at) => `"${at}":0`)}}`,
  'a string of 3,000 characters': `"${'x'.repeat(3_000)}"`,
  'a string of 60,000 characters': `"${'x'.repeat(60_000)}"`,
  'a key of 3,000 characters': `{"${'x'.repeat(3_000)}":1}`,
  'numbers beyond a double': '[1e400,-1e400,1e-400,1e999999999]',
  'a number of 3,000 digits': '9'.repeat(3_000),
  'small numbers with 300 digits': `[${filled(500, () => '5e-324')}]`,
  'large numbers with 300 digits': `[${filled(9_000, () => '1e308')}]`,
  'minus zero and large integers': '[-0,9007199254740993,2147483648,-2147483649]',
  'duplicate keys': '{"a":1,"a":2,"a":{"a":3,"a":4}}',
  'lone surrogates': String.raw`["\ud83d","\ude00\ud83d"]`,
  'a lone surrogate in a key': String.raw`{"\ud83d":1}`,
  'a NUL': String.raw`"a\u0000b"`,
  'a NUL in a key': String.raw`{"\u0000":1}`,
  'a raw NUL': '"a\u0000b"',
  'an escaped escape': String.raw`"\\u0000 \\\\ud83d"`,
  'the prototype': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}',
  'invalid UTF-8': Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22]),
  'surrogates as UTF-8': Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x22]),
  'an overlong NUL': Buffer.from([0x22, 0xc0, 0x80, 0x22]),
  'the year 0': '"0000-01-01T00:00:00Z"',
  'the year 9999': '"9999-12-31T23:59:59.999Z"',
  'half an escape': String.raw`"\u00`,
};

/**
 * Each hostile value in a new field and in place of every field of every device message, so that it reaches all code
 * that parses, stores or reads messages.
 * @param maxBytes larger payloads are omitted, since the broker closes the connection on receiving them
 */
export function* hostilePayloads(serial: string, maxBytes = Infinity): Generator<HostilePayload> {
  for (const { topic, message } of validMessages(serial))
    for (const [name, value] of Object.entries(VALUES))
      for (const field of [...Object.keys(message), 'x', '__proto__']) {
        const payload = withField(message, field, value);
        if (payload.length <= maxBytes) yield { topic, name: `${name} as ${field}`, payload };
      }
}

/** The message as JSON with one field replaced by these bytes. */
function withField(message: object, field: string, value: string | Buffer): Buffer {
  const others = Object.entries(message).filter(([name]) => name !== field);
  const fields = others.map(([name, kept]) => `${JSON.stringify(name)}:${JSON.stringify(kept)},`);
  return Buffer.concat([
    Buffer.from(`{${fields.join('')}${JSON.stringify(field)}:`),
    Buffer.from(value),
    Buffer.from('}'),
  ]);
}
