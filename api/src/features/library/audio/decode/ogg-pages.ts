import { cutOff, damaged } from './damaged.ts';

const HEADER_BYTES = 27;
const CRC_OFFSET = 22;
const LAST_PAGE = 4;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80_00_00_00 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
  return value >>> 0;
});

/** Checks the checksum of every page, and that the last one ends its stream. Throws DamagedError. */
export function checkOggPages(file: Buffer): void {
  let at = 0;
  let ended = false;
  while (at < file.length) {
    if (at + HEADER_BYTES > file.length) throw cutOff();
    if (file.toString('latin1', at, at + 4) !== 'OggS') throw damaged();
    const segments = file[at + 26] ?? 0;
    const table = file.subarray(at + HEADER_BYTES, at + HEADER_BYTES + segments);
    const end = at + HEADER_BYTES + segments + table.reduce((sum, length) => sum + length, 0);
    if (table.length < segments || end > file.length) throw cutOff();
    if (checksumOf(file.subarray(at, end)) !== file.readUInt32LE(at + CRC_OFFSET)) throw damaged();
    ended = ((file[at + 5] ?? 0) & LAST_PAGE) !== 0;
    at = end;
  }
  if (!ended) throw cutOff();
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
