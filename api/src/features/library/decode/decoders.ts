import { createHash } from 'node:crypto';
import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { readMp3Frames } from '../../../lib/mp3-frames.ts';
import { cutOff, damaged, checkLimits, type Waveform } from './waveform.ts';

const HEADER_BYTES = 27;
const GRANULE_OFFSET = 6;
const SERIAL_OFFSET = 14;
const CRC_OFFSET = 22;
const FIRST_PAGE = 2;
const LAST_PAGE = 4;
/** The position of a page on which no packet ends. */
const NO_POSITION = -1n;
const OPUS_RATE = 48_000;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80_00_00_00 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
  return value >>> 0;
});

type OggPage = {
  bytes: Buffer;
  content: Buffer;
  serial: number;
  position: bigint;
  isFirst: boolean;
  isLast: boolean;
};

/** The pages of a file, without their checksums. Throws DamagedError where one is cut off or missing. */
function* readOggPages(file: Buffer): Generator<OggPage> {
  for (let at = 0; at < file.length;) {
    if (at + HEADER_BYTES > file.length) throw cutOff();
    if (file.toString('latin1', at, at + 4) !== 'OggS') throw damaged();
    const segments = file[at + 26] ?? 0;
    const contentAt = at + HEADER_BYTES + segments;
    const table = file.subarray(at + HEADER_BYTES, contentAt);
    const end = contentAt + table.reduce((sum, length) => sum + length, 0);
    if (table.length < segments || end > file.length) throw cutOff();
    const flags = file[at + 5] ?? 0;
    yield {
      bytes: file.subarray(at, end),
      content: file.subarray(contentAt, end),
      serial: file.readUInt32LE(at + SERIAL_OFFSET),
      position: file.readBigInt64LE(at + GRANULE_OFFSET),
      isFirst: (flags & FIRST_PAGE) !== 0,
      isLast: (flags & LAST_PAGE) !== 0,
    };
    at = end;
  }
}

/**
 * Checks, before anything is decoded, the checksum of every page, that the last one ends its stream, and how long and how
 * many channels the streams are that it states. Throws DamagedError.
 */
function checkOggPages(file: Buffer): void {
  let ended = false;
  let ms = 0;
  const streams = new Map<number, { rate: number; from: bigint | null; to: bigint }>();
  for (const { bytes, content, serial, position, isFirst, isLast } of readOggPages(file)) {
    if (checksumOf(bytes) !== bytes.readUInt32LE(CRC_OFFSET)) throw damaged();
    ended = isLast;
    if (isFirst) streams.set(serial, { rate: statedRate(content), from: null, to: 0n });
    const stream = streams.get(serial);
    // A recorded broadcast does not begin at 0.
    if (stream && !isFirst && position !== NO_POSITION && position !== 0n) {
      stream.from ??= position;
      stream.to = position;
    }
    if (!stream || !isLast) continue;
    if (stream.from !== null) ms += (Number(stream.to - stream.from) / stream.rate) * 1_000;
    streams.delete(serial);
    checkLimits({ ms });
  }
  if (!ended) throw cutOff();
}

function statedRate(content: Buffer): number {
  const name = content.toString('latin1', 0, 8);
  if (name === 'OpusHead' && content.length >= 19) checkLimits({ channels: content[9] });
  if (!name.startsWith('\u0001vorbis') || content.length < 30) return OPUS_RATE;
  checkLimits({ channels: content[11] });
  return content.readUInt32LE(12);
}

/** The checksum of a page, in which its own place counts as zero. */
function checksumOf(page: Uint8Array): number {
  let crc = 0;
  for (let index = 0; index < page.length; index += 1) {
    const byte = index >= CRC_OFFSET && index < CRC_OFFSET + 4 ? 0 : (page[index] ?? 0);
    crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  }
  return crc;
}

/** STREAMINFO is the first block: after `fLaC` and the header of the block. */
const STREAMINFO_AT = 8;
const BITS_AT = STREAMINFO_AT + 12;
const MD5_AT = STREAMINFO_AT + 18;
const MD5_BYTES = 16;
/** The bits of a sample for which the scale of the decoder is known; a Float32 holds 24 exactly. */
const KNOWN_BITS: ReadonlySet<number> = new Set([8, 16, 24]);
/** The sample that the decoder returns as 1. It divides by the largest positive sample, so that the lowest one is a little below -1. */
const fullScaleOf = (bits: number): number => 2 ** (bits - 1) - 1;
type FlacChecksum = {
  add(channels: readonly Float32Array[]): void;
  /** True also for a file that states none, or has other samples than those of 8, 16 and 24 bits. */
  matches(): boolean;
};

function createFlacChecksum(file: Buffer): FlacChecksum {
  const bits = ((file.readUInt16BE(BITS_AT) >> 4) & 31) + 1;
  const stated = file.subarray(MD5_AT, MD5_AT + MD5_BYTES);
  const bytes = Math.ceil(bits / 8);
  const full = fullScaleOf(bits);
  const hash = createHash('md5');
  const isKnown = KNOWN_BITS.has(bits) && stated.some((byte) => byte !== 0);
  return {
    add(channels) {
      if (!isKnown) return;
      const length = channels[0]?.length ?? 0;
      const samples = Buffer.alloc(length * channels.length * bytes);
      let at = 0;
      for (let index = 0; index < length; index += 1) {
        for (const channel of channels) {
          const value = Math.round((channel[index] ?? 0) * full);
          at = samples.writeIntLE(Math.max(-full - 1, Math.min(full, value)), at, bytes);
        }
      }
      hash.update(samples);
    },
    matches: () => !isKnown || hash.digest().equals(stated),
  };
}

type Decoded = { channelData: Float32Array[]; sampleRate: number; errors: readonly unknown[] };
type Decoder = {
  ready: Promise<void>;
  decode(part: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
};

/**
 * One step of decoding: so little that its sound fits into the memory of the process, however well it is compressed.
 */
type Part = { bytes: Buffer; isEnd: boolean };

async function decodeWith(decoder: Decoder, parts: Iterable<Part>, waveform: Pick<Waveform, 'add'>): Promise<void> {
  await decoder.ready;
  const add = ({ channelData, sampleRate, errors }: Decoded): void => {
    if (errors.length > 0) throw damaged();
    waveform.add(channelData, sampleRate);
  };
  for (const { bytes, isEnd } of parts) {
    add(await decoder.decode(bytes));
    if (isEnd && decoder.flush) add(await decoder.flush());
  }
}

function* cut(file: Buffer, partBytes: number): Generator<Part> {
  for (let at = 0; at < file.length; at += partBytes) {
    yield { bytes: file.subarray(at, at + partBytes), isEnd: at + partBytes >= file.length };
  }
}

/** A frame of 24 bytes has 1,152 samples: 25 MB of sound. */
const MP3_PART_BYTES = 64 * 1024;
const TRAILER = /^(\0*$|TAG|APETAGEX|LYRICSBEGIN|ID3)/;

export async function decodeMp3(file: Buffer, waveform: Waveform): Promise<void> {
  const { end, cut: isCut, frames, statedFrames, seconds } = readMp3Frames(file);
  if (frames === 0) throw damaged();
  if (isCut || (statedFrames !== null && frames < statedFrames)) throw cutOff();
  if (!TRAILER.test(file.toString('latin1', end))) throw damaged();
  checkLimits({ ms: seconds * 1_000 });
  await decodeWith(new MPEGDecoder(), cut(file.subarray(0, end), MP3_PART_BYTES), waveform);
}

/** `fLaC` and the block STREAMINFO. */
const FLAC_HEADER_BYTES = 42;
/** Silence of 65,535 samples is a frame of 13 bytes: 20 MB of sound. */
const FLAC_PART_BYTES = 1_024;

/**
 * The header of a frame, with which the last frame of a file ends for the decoder as the others do: it would lose one in some files that
 * ends with the file.
 */
const NEXT_FRAME = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc9, 0x08, 0x00, 0x95]), Buffer.alloc(26)]);

function* flacParts(file: Buffer): Generator<Part> {
  for (const { bytes } of cut(file, FLAC_PART_BYTES)) yield { bytes, isEnd: false };
  yield { bytes: NEXT_FRAME, isEnd: true };
}

/** The rate, the channels and the length by STREAMINFO; 0 ms where it does not state it. */
function statedByFlac(file: Buffer): { ms: number; channels: number } {
  const bits = file.readBigUInt64BE(STREAMINFO_AT + 10);
  const rate = Number(bits >> 44n);
  const samples = Number(bits & 0xf_ff_ff_ff_ffn);
  return { ms: rate === 0 ? 0 : (samples / rate) * 1_000, channels: Number((bits >> 41n) & 7n) + 1 };
}

export async function decodeFlac(file: Buffer, waveform: Waveform): Promise<void> {
  if (file.length < FLAC_HEADER_BYTES) throw cutOff();
  const stated = statedByFlac(file);
  checkLimits(stated);
  const checksum = createFlacChecksum(file);
  await decodeWith(new FLACDecoder(), flacParts(file), {
    add(channels, sampleRate) {
      waveform.add(channels, sampleRate);
      checksum.add(channels);
    },
  });
  if (stated.ms > 0 && waveform.durationMs() < stated.ms - 1) throw cutOff();
  if (!checksum.matches()) throw damaged();
}

const OGG_HEADS_BYTES = 4_096;
export async function decodeOgg(file: Buffer, waveform: Waveform): Promise<void> {
  checkOggPages(file);
  const isOpus = file.subarray(0, OGG_HEADS_BYTES).includes('OpusHead');
  const decoder = isOpus ? new OggOpusDecoder() : new OggVorbisDecoder();
  await decodeWith(decoder, pagesOf(file), waveform);
}

/**
 * A page has at most 255 packets, each of which is at most 120 ms. What the decoder has read ahead is lost where a stream ends, so that it
 * gets the first page of the next stream only after that.
 */
function* pagesOf(file: Buffer): Generator<Part> {
  const open = new Set<number>();
  for (const { bytes, serial, isFirst, isLast } of readOggPages(file)) {
    if (isFirst) open.add(serial);
    if (isLast) open.delete(serial);
    yield { bytes, isEnd: isLast && open.size === 0 };
  }
}
