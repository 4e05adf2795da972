import { OutputError } from '../playback/audio-output.ts';
import type { Decoded } from './decode-bytes.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xff_fe;
const CHUNK_HEADER_BYTES = 8;
const RIFF_BYTES = 12;

type WavFormat = { rate: number; channels: number; bytes: number; isFloat: boolean };

/** WAV with integers of 8 to 32 bits, or floats of 32. Throws OutputError. */
export async function* decodeWav(input: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  let rest: Buffer = Buffer.alloc(0);
  let format: WavFormat | null = null;
  /** Bytes of the samples that are still to come; null before they begin. */
  let left: number | null = null;
  let isFirst = true;
  for await (const part of input) {
    rest = Buffer.concat([rest, part]);
    if (isFirst && rest.length < RIFF_BYTES) continue;
    if (isFirst) rest = rest.subarray(RIFF_BYTES);
    isFirst = false;
    while (left === null && rest.length >= CHUNK_HEADER_BYTES) {
      const name = rest.toString('latin1', 0, 4);
      const size = rest.readUInt32LE(4);
      if (name === 'data') {
        rest = rest.subarray(CHUNK_HEADER_BYTES);
        // What was written as a stream states no length.
        left = size === 0 || size >= 0xff_ff_ff_00 ? Infinity : size;
        break;
      }
      const end = CHUNK_HEADER_BYTES + size + (size % 2);
      if (rest.length < end) break;
      if (name === 'fmt ') format = formatOf(rest.subarray(CHUNK_HEADER_BYTES, end));
      rest = rest.subarray(end);
    }
    if (left === null) continue;
    if (!format) throw new OutputError('the audio file is damaged');
    const frame = format.bytes * format.channels;
    const whole: number = Math.min(rest.length, left) - (Math.min(rest.length, left) % frame);
    if (whole > 0) yield { channels: channelsOf(rest.subarray(0, whole), format), rate: format.rate };
    rest = rest.subarray(whole);
    left -= whole;
    if (left < frame) return;
  }
  if (left === null) throw new OutputError('the audio file is damaged');
}

function formatOf(chunk: Buffer): WavFormat {
  const stated = chunk.readUInt16LE(0);
  const kind = stated === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : stated;
  const format = {
    channels: chunk.readUInt16LE(2),
    rate: chunk.readUInt32LE(4),
    bytes: chunk.readUInt16LE(14) / 8,
    isFloat: kind === FLOAT,
  };
  const isKnown = kind === FLOAT ? format.bytes === 4 : kind === PCM && [1, 2, 3, 4].includes(format.bytes);
  if (!isKnown || format.channels === 0 || format.rate === 0)
    throw new OutputError('the audio file has samples of a kind that cannot be played');
  return format;
}

function channelsOf(bytes: Buffer, { channels, bytes: size, isFloat }: WavFormat): Float32Array[] {
  const frames = bytes.length / (size * channels);
  const read = readerOf(bytes, size, isFloat);
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (__, frame) => read((frame * channels + channel) * size)),
  );
}

function readerOf(bytes: Buffer, size: number, isFloat: boolean): (at: number) => number {
  if (isFloat) return (at) => bytes.readFloatLE(at);
  if (size === 1) return (at) => ((bytes[at] ?? 128) - 128) / 128;
  if (size === 2) return (at) => bytes.readInt16LE(at) / 32_768;
  const full = 2 ** (8 * size - 1);
  return (at) => bytes.readIntLE(at, size) / full;
}
