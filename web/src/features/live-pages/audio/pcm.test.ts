import { expect, it } from 'vitest';
import { wavOf, writeInt16 } from './pcm.ts';

it('writes a WAV file of one channel at 48 kHz', async () => {
  const samples = new Int16Array(4);
  writeInt16(Float32Array.of(0, 1, -1, 7), samples);
  const file = wavOf(samples);
  expect(file.type).toBe('audio/wav');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  expect([text(0, 4), text(8, 16), text(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([1, 48_000, 16]);
  expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767, 32_767]);
});
