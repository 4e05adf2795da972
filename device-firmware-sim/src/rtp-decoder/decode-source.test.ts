import { createServer, type AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { decodeSource } from './decode-source.ts';

const RATE = 16_000;
const SOUNDS = join(import.meta.dirname, '../../../tests/support/audio');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-decode-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Options = { positionS?: number; titled?: (title: string) => void };

async function decode(source: Parameters<typeof decodeSource>[0], { positionS = 0, titled = () => {} }: Options = {}) {
  const samples: number[] = [];
  const { signal } = new AbortController();
  for await (const chunk of decodeSource(source, { rate: RATE, positionS, signal, titled })) samples.push(...chunk);
  return samples;
}

const rms = (samples: readonly number[]): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

/** Two channels of 48 kHz, a second long, in which every sample is 0.25 and 0.5. */
function wavOf(kind: 1 | 3, bits: number, isExtensible = false): Buffer {
  const bytes = bits / 8;
  const data = Buffer.alloc(48_000 * 2 * bytes);
  for (let at = 0, index = 0; at < data.length; at += bytes, index++) {
    const value = index % 2 === 0 ? 0.25 : 0.5;
    if (kind === 3) data.writeFloatLE(value, at);
    else if (bits === 8) data.writeUInt8(128 + value * 128, at);
    else data.writeIntLE(value * 2 ** (bits - 1), at, bytes);
  }
  const format = Buffer.alloc(isExtensible ? 40 : 16);
  format.writeUInt16LE(isExtensible ? 0xff_fe : kind, 0);
  format.writeUInt16LE(2, 2);
  format.writeUInt32LE(48_000, 4);
  format.writeUInt16LE(bits, 14);
  if (isExtensible) format.writeUInt16LE(kind, 24);
  const chunk = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const content = [chunk('LIST', Buffer.from('odd')), chunk('fmt ', format), chunk('data', data), chunk('id3 ', data)];
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), ...content]);
}

it.each([
  [1, 8, false],
  [1, 16, false],
  [1, 24, true],
  [1, 32, false],
  [3, 32, true],
] as const)('WAV of kind %i with %i bits is the mean of its channels', async (kind, bits, isExtensible) => {
  const path = join(folder, `${kind}-${bits}`);
  writeFileSync(path, wavOf(kind, bits, isExtensible));
  const samples = await decode({ path });
  expect(samples).toHaveLength(RATE);
  expect(samples[RATE / 2]).toBeCloseTo(0.375, 4);
  expect(await decode({ path }, { positionS: 0.25 })).toHaveLength(RATE * 0.75);
});

it.each(['tone.mp3', 'tone.flac', 'tone.ogg', 'tone.opus'])(
  '%s is what it is as WAV, from any position',
  async (name) => {
    const [expected, samples] = await Promise.all(
      ['tone.wav', name].map((each) => decode({ path: join(SOUNDS, each) })),
    );
    const seconds = (expected?.length ?? 0) / RATE;
    expect((samples?.length ?? 0) / RATE).toBeGreaterThan(seconds - 0.1);
    expect((samples?.length ?? 0) / RATE).toBeLessThan(seconds + 0.1);
    expect(20 * Math.log10(rms(samples ?? []) / rms(expected ?? []))).toBeCloseTo(0, -1);
    const rest = await decode({ path: join(SOUNDS, name) }, { positionS: seconds / 2 });
    expect(rest.length / RATE).toBeCloseTo((samples?.length ?? 0) / RATE - seconds / 2, 1);
  },
);

/** A station that answers everything with these bytes. */
async function stationWith(answer: Buffer): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // Not all of it at once.
    socket.once('data', () => {
      socket.write(answer.subarray(0, 100));
      setImmediate(() => socket.end(answer.subarray(100)));
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
}

it('a station of an old server is heard without its titles, which are told', async () => {
  const sound = readFileSync(join(SOUNDS, 'tone.mp3'));
  const every = 1_000;
  const title = Buffer.alloc(48);
  title.write("StreamTitle='Ella - Misty';");
  const parts: Buffer[] = [];
  for (let at = 0; at < sound.length; at += every) {
    const part = sound.subarray(at, at + every);
    parts.push(
      part,
      part.length < every
        ? Buffer.alloc(0)
        : Buffer.concat([Buffer.of(at === 0 ? 3 : 0), at === 0 ? title : Buffer.alloc(0)]),
    );
  }
  const url = await stationWith(Buffer.concat([Buffer.from(`ICY 200 OK\r\nicy-metaint:${every}\r\n\r\n`), ...parts]));
  const titled = vi.fn();
  expect(await decode({ url }, { titled })).toEqual(await decode({ path: join(SOUNDS, 'tone.mp3') }));
  expect(titled.mock.calls).toEqual([['Ella - Misty']]);
});

it.each([
  ['HTTP/1.0 404 Not Found\r\n\r\n', 'The station answers 404'],
  ['HTTP/1.0 200 OK\r\nContent-Type: audio/aac\r\n\r\n', 'The station sends AAC, which network speakers do not play'],
  ['HTTP/1.0 200 OK\r\n\r\n', 'The station sends no sound'],
])('a station that answers %j says why it is not heard', async (answer, reason) => {
  const url = await stationWith(Buffer.from(answer.padEnd(answer.length)));
  await expect(decode({ url })).rejects.toThrow(reason);
});

it('what is damaged or missing is an error', async () => {
  const path = join(folder, 'damaged');
  writeFileSync(path, Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEdata'), Buffer.alloc(100)]));
  await expect(decode({ path })).rejects.toThrow('damaged');
  await expect(decode({ path: join(folder, 'missing') })).rejects.toThrow('not on this device');
});
