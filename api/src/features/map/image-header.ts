import { FLOOR_PLAN_MAX_PIXELS, FLOOR_PLAN_SIDE_MAX, type FloorPlanFormat } from '@belfry/schemas/http/map/floor-plans';

export type ImageHeader = { format: FloorPlanFormat; width: number; height: number };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Parts of a JPEG file before its size; real ones have some tens. */
const SEGMENTS_MAX = 2_000;

/**
 * What an image is and its size in pixels, by its first bytes; nothing is decoded. Not image-size, which reads twenty formats from hostile files and
 * has hung on some. Null for what is no PNG, JPEG or WebP, and for one that has no
 * size or one beyond what the formats permit.
 */
export function readImageHeader(file: Buffer): ImageHeader | null {
  const header = readPng(file) ?? readWebp(file) ?? readJpeg(file);
  if (!header) return null;
  const { width, height } = header;
  return [width, height].every((side) => side >= 1 && side <= FLOOR_PLAN_SIDE_MAX) ? header : null;
}

export const hasTooManyPixels = ({ width, height }: ImageHeader): boolean => width * height > FLOOR_PLAN_MAX_PIXELS;

function readPng(file: Buffer): ImageHeader | null {
  if (file.length < 33 || !file.subarray(0, 8).equals(PNG)) return null;
  if (file.readUInt32BE(8) !== 13 || file.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { format: 'png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

const KEY_FRAME = 0x2a_01_9d;
const LOSSLESS = 0x2f;

function readWebp(file: Buffer): ImageHeader | null {
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const size = (width: number, height: number): ImageHeader => ({ format: 'webp', width, height });
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return size(1 + file.readUIntLE(24, 3), 1 + file.readUIntLE(27, 3));
    case 'VP8L': {
      if (file[20] !== LOSSLESS) return null;
      const bits = file.readUInt32LE(21);
      return size(1 + (bits & 0x3f_ff), 1 + ((bits >> 14) & 0x3f_ff));
    }
    case 'VP8 ':
      if (file.readUIntLE(23, 3) !== KEY_FRAME) return null;
      return size(file.readUInt16LE(26) & 0x3f_ff, file.readUInt16LE(28) & 0x3f_ff);
    default:
      return null;
  }
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which have the same high digit. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(file: Buffer): ImageHeader | null {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xff_d8) return null;
  let at = 2;
  for (let segment = 0; segment < SEGMENTS_MAX && at + 9 < file.length; segment += 1) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    // A marker may be preceded by any number of these.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) return { format: 'jpeg', height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    const length = file.readUInt16BE(at + 2);
    if (length < 2 || marker === 0xda) return null;
    at += 2 + length;
  }
  return null;
}
