import { cutOff, damaged } from './damaged.ts';
import { checkLimits } from './decode-limits.ts';

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

export type OggPage = {
  bytes: Buffer;
  /** What follows the header. */
  content: Buffer;
  serial: number;
  /** The sample at which the page ends. */
  position: bigint;
  isFirst: boolean;
  isLast: boolean;
};

/** The pages of a file, without their checksums. Throws DamagedError where one is cut off or missing. */
export function* readOggPages(file: Buffer): Generator<OggPage> {
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
export function checkOggPages(file: Buffer): void {
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

/** The samples a second of a stream by its first page, whose channels are checked. */
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
