import fc from 'fast-check';
import { parseBuffer } from 'music-metadata';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { describe, expect, it } from 'vitest';
import { oggOpus, opusSamples } from './ogg-opus.ts';

/** One silent frame of 20 ms, twice: 40 ms of mono. */
const SILENCE = Buffer.from([0b11111_0_01, 0xff, 0xfe, 0xff, 0xfe]);

describe('the samples of a packet', () => {
  it.each([
    ['one frame of 40 ms (SILK)', [10 << 3], 1_920],
    ['two frames of 20 ms (hybrid)', [(13 << 3) | 1, 0], 1_920],
    ['one frame of 2.5 ms (CELT)', [16 << 3], 120],
    ['three frames of 20 ms, counted', [(31 << 3) | 3, 3], 2_880],
    ['no packet', [], 0],
    ['a count that is missing', [(31 << 3) | 3], 0],
    ['more than 120 ms', [(11 << 3) | 3, 3], 0],
  ])('%s', (_name, bytes, samples) => expect(opusSamples(Uint8Array.from(bytes))).toBe(samples));
});

describe('a file', () => {
  it('is one that decoders play to its end', async () => {
    const file = oggOpus(Array.from({ length: 60 }, () => SILENCE));
    const { format } = await parseBuffer(file, undefined, { duration: true });
    expect(format.codec).toMatch(/opus/i);
    const decoder = new OggOpusDecoder();
    await decoder.ready;
    const parts = [await Promise.resolve(decoder.decode(file)), await decoder.flush()];
    decoder.free();
    expect(parts.flatMap(({ errors }) => errors)).toEqual([]);
    const samples = parts.reduce((sum, { samplesDecoded }) => sum + samplesDecoded, 0);
    expect(samples).toBe(60 * 1_920 - 312);
  });

  it('has the packets as they are, whatever their length', () => {
    const packet = fc
      .uint8Array({ minLength: 1, maxLength: 1_275 })
      .map((bytes) => Uint8Array.from([10 << 3, ...bytes.subarray(1)]));
    fc.assert(
      fc.property(fc.array(packet, { minLength: 1, maxLength: 60 }), (packets) => {
        expect(packetsOf(oggOpus(packets))).toEqual(packets.map((bytes) => [...bytes]));
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 30 },
    );
  });
});

function packetsOf(file: Buffer): number[][] {
  const packets: number[][] = [];
  let packet: number[] = [];
  for (let at = 0; at < file.length;) {
    const count = file[at + 26] ?? 0;
    const table = [...file.subarray(at + 27, at + 27 + count)];
    at += 27 + count;
    for (const length of table) {
      packet.push(...file.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      packets.push(packet);
      packet = [];
    }
  }
  return packets.slice(2);
}
