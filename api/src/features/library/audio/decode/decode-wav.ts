import { cutOff, damaged, DamagedError } from './damaged.ts';
import { checkLimits } from './decode-limits.ts';
import type { Waveform } from './waveform.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xff_fe;
/** Recorders that cannot go back to their header leave this size. */
const UNKNOWN_SIZE = 0xff_ff_ff_ff;
const BATCH = 65_536;

type Format = { code: number; channels: number; rate: number; bits: number };

/** Decodes a WAV file: PCM of 8, 16, 24 or 32 bits, or floating point. Throws DamagedError. */
export function decodeWav(file: Buffer, waveform: Waveform): void {
  let format: Format | null = null;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ') format = readFormat(file, start, size);
    if (name === 'data') {
      if (!format) throw damaged();
      const end = size === UNKNOWN_SIZE ? file.length : start + size;
      if (end > file.length) throw cutOff();
      addSamples(file.subarray(start, end), format, waveform);
      return;
    }
    at = start + size + (size % 2);
  }
  throw cutOff();
}

function readFormat(file: Buffer, at: number, size: number): Format {
  if (size < 16 || at + size > file.length) throw cutOff();
  const tag = file.readUInt16LE(at);
  const format = {
    code: tag === EXTENSIBLE && size >= 26 ? file.readUInt16LE(at + 24) : tag,
    channels: file.readUInt16LE(at + 2),
    rate: file.readUInt32LE(at + 4),
    bits: file.readUInt16LE(at + 14),
  };
  checkLimits(format);
  if (format.channels < 1 || format.rate < 4_000 || format.rate > 192_000) throw damaged();
  return format;
}

function addSamples(data: Buffer, format: Format, waveform: Waveform): void {
  const frameBytes = (format.channels * format.bits) / 8;
  const read = readerOf(format);
  const frames = Math.floor(data.length / frameBytes);
  checkLimits({ ms: (frames / format.rate) * 1_000 });
  for (let from = 0; from < frames; from += BATCH) {
    const count = Math.min(BATCH, frames - from);
    const samples = Float32Array.from({ length: count }, (_, index) => read(data, (from + index) * frameBytes));
    waveform.add([samples], format.rate);
  }
}

/** Reads a sample of the first channel. */
function readerOf({ code, bits }: Format): (data: Buffer, at: number) => number {
  if (code === PCM && bits === 8) return (data, at) => ((data[at] ?? 128) - 128) / 128;
  if (code === PCM && (bits === 16 || bits === 24 || bits === 32)) {
    const full = 2 ** (bits - 1);
    return (data, at) => data.readIntLE(at, bits / 8) / full;
  }
  if (code === FLOAT && bits === 32) return (data, at) => data.readFloatLE(at);
  if (code === FLOAT && bits === 64) return (data, at) => data.readDoubleLE(at);
  throw new DamagedError('WAV files must contain uncompressed sound');
}
