import { wavCodecName, refusalOf } from './what-it-is.ts';
import { checkLimits, cutOff, damaged, DamagedError, type Waveform } from './waveform.ts';

const PCM = 1;
const FLOAT = 3;
const A_LAW = 6;
const MU_LAW = 7;
const MP3 = 0x55;
const EXTENSIBLE = 0xff_fe;
/** Recorders that cannot go back to their header leave 0, or a size that no file has. */
const PLACEHOLDER_MIN = 0x7f_00_00_00;
/** Some state the length of the header as well. */
const HEADER_MAX = 128;
const BATCH = 65_536;
const CHUNKS: ReadonlySet<string> = new Set(
  'fmt |data|fact|LIST|INFO|JUNK|junk|PAD |cue |smpl|inst|bext|iXML|id3 |ID3 |_PMX|plst|labl|note|PEAK|axml|chna|umid|cart|FLLR|ds64|afsp|minf|elm1|regn|acid|DISP|strc|levl|ixml|aXML'.split(
    '|',
  ),
);

type Format = { code: number; channels: number; rate: number; bits: number };
export type WavSound = { format: Format; chunk: Buffer; from: number; to: number; isOrderly: boolean };

/**
 * Reads the chunks of a WAV file: sizes that recorders have left open or wrong, and chunks of an odd length without the byte behind them. Throws
 * DamagedError for codecs other than PCM, floating point, µ-law and A-law, and for MP3 in a WAV file only if it is not asked for.
 */
export function readWav(file: Buffer): WavSound {
  let format: Format | null = null;
  let chunk: Buffer = Buffer.alloc(0);
  let isOrderly = true;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ') {
      format = readFormat(file, start, size);
      chunk = file.subarray(start, start + size);
    }
    if (name === 'data') {
      if (!format) throw damaged();
      const to = endOfSound(file, start, size);
      if (/^\0?RIFF....WAVE/s.test(file.toString('latin1', to, to + 13)))
        throw new DamagedError(
          'There are two recordings in one file. Please upload them one by one, or join them in an audio editor.',
        );
      if (to <= start) throw new DamagedError('The file contains no sound. Please record or export it again.');
      return {
        format,
        chunk,
        from: start,
        to,
        isOrderly: isOrderly && to === start + size && riffSize(file) + 8 >= to,
      };
    }
    const next = behindChunk(file, start, size);
    if (next !== start + size + (size % 2)) isOrderly = false;
    at = next;
  }
  throw cutOff();
}

const riffSize = (file: Buffer): number => file.readUInt32LE(4);

/** An odd chunk is followed by a byte, which some programs leave out; the next name tells. */
function behindChunk(file: Buffer, start: number, size: number): number {
  const end = start + size;
  if (size % 2 === 0) return end;
  const nameAt = (at: number): string => file.toString('latin1', at, at + 4);
  return CHUNKS.has(nameAt(end)) && !CHUNKS.has(nameAt(end + 1)) ? end : end + 1;
}

/** The end of the sound, which is that of the file where its header cannot be true. Throws DamagedError where the rest of the file is missing. */
function endOfSound(file: Buffer, start: number, size: number): number {
  const end = start + size;
  if (size === 0) return CHUNKS.has(file.toString('latin1', start, start + 4)) ? start : file.length;
  if (end <= file.length) return end;
  const isOpen = size >= PLACEHOLDER_MIN || riffSize(file) === 0 || riffSize(file) >= PLACEHOLDER_MIN;
  const isWhole = Math.abs(riffSize(file) + 8 - file.length) <= 1;
  if (isOpen || isWhole || end - file.length <= HEADER_MAX) return file.length;
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
  if (format.code === MP3) return format;
  if (![PCM, FLOAT, A_LAW, MU_LAW].includes(format.code))
    throw new DamagedError(refusalOf(`a WAV file with ${wavCodecName(format.code)}`));
  checkLimits(format);
  if (format.channels < 1 || format.rate < 4_000 || format.rate > 192_000) throw damaged();
  readerOf(format);
  return format;
}

/** Decodes a WAV file: PCM of 8, 16, 24 or 32 bits, floating point, µ-law or A-law. Throws DamagedError. */
export function decodeWav(file: Buffer, waveform: Waveform): void {
  const { format, from, to } = readWav(file);
  const data = file.subarray(from, to);
  const frameBytes = (format.channels * format.bits) / 8;
  const read = readerOf(format);
  const frames = Math.floor(data.length / frameBytes);
  checkLimits({ ms: (frames / format.rate) * 1_000 });
  for (let first = 0; first < frames; first += BATCH) {
    const count = Math.min(BATCH, frames - first);
    const channels = Array.from({ length: format.channels }, (_channel, channel) => {
      const start = first * frameBytes + (channel * format.bits) / 8;
      return Float32Array.from({ length: count }, (_, index) => read(data, start + index * frameBytes));
    });
    waveform.add(channels, format.rate);
  }
}

function readerOf({ code, bits }: Format): (data: Buffer, at: number) => number {
  if (code === PCM && bits === 8) return (data, at) => ((data[at] ?? 128) - 128) / 128;
  if (code === PCM && (bits === 16 || bits === 24 || bits === 32)) {
    const full = 2 ** (bits - 1);
    return (data, at) => data.readIntLE(at, bits / 8) / full;
  }
  if (code === FLOAT && bits === 32) return (data, at) => data.readFloatLE(at);
  if (code === FLOAT && bits === 64) return (data, at) => data.readDoubleLE(at);
  if (code === A_LAW && bits === 8) return (data, at) => (ALAW[data[at] ?? 0] ?? 0) / 32_768;
  if (code === MU_LAW && bits === 8) return (data, at) => (ULAW[data[at] ?? 0] ?? 0) / 32_768;
  throw new DamagedError(refusalOf(`a WAV file of ${bits} bits`));
}

/** Samples of 16 bits; ITU-T G.711. */
const ULAW = Int16Array.from({ length: 256 }, (_, index) => {
  const byte = ~index & 0xff;
  const magnitude = ((((byte & 0x0f) << 3) + 0x84) << ((byte & 0x70) >> 4)) - 0x84;
  return byte & 0x80 ? -magnitude : magnitude;
});
const ALAW = Int16Array.from({ length: 256 }, (_, index) => {
  const byte = index ^ 0x55;
  const exponent = (byte & 0x70) >> 4;
  const mantissa = ((byte & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return byte & 0x80 ? magnitude : -magnitude;
});

const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >>> 8]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function wavOf(chunk: Buffer, data: Buffer): Buffer {
  const pad = Buffer.alloc(data.length % 2);
  const size = 4 + 8 + chunk.length + 8 + data.length + pad.length;
  return Buffer.concat([
    Buffer.from('RIFF'),
    u32(size),
    Buffer.from('WAVEfmt '),
    u32(chunk.length),
    chunk,
    Buffer.from('data'),
    u32(data.length),
    data,
    pad,
  ]);
}

/**
 * A WAV file as every player plays it: with true sizes, and µ-law and A-law as PCM. The file itself where there is nothing to do; an MP3 file where it contains
 * one. Throws DamagedError.
 */
export function cleanWav(file: Buffer): Buffer {
  const { format, chunk, from, to, isOrderly } = readWav(file);
  if (format.code === MP3) return file.subarray(from, to);
  const isPhone = format.code === A_LAW || format.code === MU_LAW;
  if (isOrderly && !isPhone) return file;
  const frameBytes = (format.channels * format.bits) / 8;
  const data = file.subarray(from, to - ((to - from) % frameBytes));
  if (!isPhone) return wavOf(chunk, data);
  checkLimits({ ms: (data.length / frameBytes / format.rate) * 1_000 });
  const table = format.code === A_LAW ? ALAW : ULAW;
  const samples = Buffer.alloc(data.length * 2);
  for (const [index, byte] of data.entries()) samples.writeInt16LE(table[byte] ?? 0, index * 2);
  const { channels, rate } = format;
  const pcm = [u16(PCM), u16(channels), u32(rate), u32(rate * channels * 2), u16(channels * 2), u16(16)];
  return wavOf(Buffer.concat(pcm), samples);
}
