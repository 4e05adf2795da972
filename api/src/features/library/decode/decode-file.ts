import { readFile } from 'node:fs/promises';
import type { AudioFormat } from '@belfry/schemas/domain/announcements';
import type { Loudness } from '@belfry/schemas/domain/loudness';
import { parseBuffer, type IAudioMetadata } from 'music-metadata';
import { decodeFlac, decodeMp3, decodeOgg } from './decoders.ts';
import { createLoudnessMeter } from './loudness.ts';
import { cutOff, damaged, DamagedError, createWaveform, checkLimits, type Waveform } from './waveform.ts';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xff_fe;
/** Recorders that cannot go back to their header leave this size. */
const UNKNOWN_SIZE = 0xff_ff_ff_ff;
const BATCH = 65_536;
type Format = { code: number; channels: number; rate: number; bits: number };
/** Decodes a WAV file: PCM of 8, 16, 24 or 32 bits, or floating point. Throws DamagedError. */
function decodeWav(file: Buffer, waveform: Waveform): void {
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
    const channels = Array.from({ length: format.channels }, (_channel, channel) => {
      const first = from * frameBytes + (channel * format.bits) / 8;
      return Float32Array.from({ length: count }, (_, index) => read(data, first + index * frameBytes));
    });
    waveform.add(channels, format.rate);
  }
}

/** Reads the sample at an offset in bytes. */
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

type DecodedFile = Loudness & {
  format: AudioFormat;
  duration_ms: number;
  title: string | null;
  artist: string | null;
  peaks: number[];
};

const TAG_MAX = 200;

/**
 * Reads a whole audio file by its content, whatever its name says: its format, tags, duration, waveform and loudness. Throws
 * DamagedError for what cannot be played from its beginning to its end.
 * @param heard gets the sound in parts, in its order
 */
export async function decodeFile(path: string, heard?: Waveform['add']): Promise<DecodedFile> {
  const file = await readFile(path);
  const format = formatOf(file);
  // The tags, which do not tell whether the sound is complete.
  const metadata = await parseBuffer(file, undefined, { duration: false, skipCovers: true }).catch(() => {
    throw damaged();
  });
  const waveform = createWaveform();
  const meter = createLoudnessMeter();
  await decode(format, file, metadata, {
    ...waveform,
    add(channels, sampleRate) {
      // First, because it refuses what is too long.
      waveform.add(channels, sampleRate);
      meter.add(channels, sampleRate);
      heard?.(channels, sampleRate);
    },
  });
  if (waveform.durationMs() === 0) throw cutOff();
  const { title, artist } = metadata.common;
  return {
    format,
    duration_ms: waveform.durationMs(),
    title: textOf(title),
    artist: textOf(artist),
    peaks: waveform.peaks(),
    ...meter.result(),
  };
}

/** Postgres stores no NUL. */
const textOf = (text: string | undefined): string | null => text?.replaceAll('\0', '').trim().slice(0, TAG_MAX) || null;

async function decode(format: AudioFormat, file: Buffer, { format: info }: IAudioMetadata, waveform: Waveform) {
  switch (format) {
    case 'wav':
      decodeWav(file, waveform);
      return;
    case 'mp3':
      await decodeMp3(file, waveform);
      return;
    case 'flac':
      await decodeFlac(file, waveform, { ms: (info.duration ?? 0) * 1_000, channels: info.numberOfChannels ?? 1 });
      return;
    case 'ogg':
      await decodeOgg(file, waveform, info.codec ?? '');
  }
}

function formatOf(file: Buffer): AudioFormat {
  const head = file.toString('latin1', 0, 12);
  if (head.startsWith('OggS')) return 'ogg';
  if (head.startsWith('fLaC')) return 'flac';
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'wav';
  if (head.startsWith('ID3') || ((file[0] ?? 0) === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  throw new DamagedError('This is no MP3, OGG, FLAC or WAV file');
}
