import { expect, it } from 'vitest';
import { hasTooManyPixels, readImageHeader } from './image-header.ts';

const png = (width: number, height: number): Buffer => {
  const file = Buffer.alloc(40);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  file.write('IHDR', 12, 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
};
const jpeg = (...segments: number[][]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments.map((bytes) => Buffer.from(bytes)), Buffer.alloc(12)]);
const FRAME = [0xff, 0xc2, 0, 17, 8, 0x01, 0x2c, 0x02, 0x58];
const webp = (kind: string, ...fields: [at: number, ...bytes: number[]][]): Buffer => {
  const file = Buffer.alloc(40);
  file.write(`RIFF`, 0, 'latin1');
  file.write(`WEBP${kind}`, 8, 'latin1');
  for (const [at, ...bytes] of fields) file.set(bytes, at);
  return file;
};

it.each([
  ['PNG', png(640, 480), { format: 'png', width: 640, height: 480 }],
  ['JPEG', jpeg([0xff, 0xe0, 0, 4, 1, 2], FRAME), { format: 'jpeg', width: 600, height: 300 }],
  ['JPEG with fill bytes', jpeg([0xff, 0xff, 0xff, ...FRAME]), { format: 'jpeg', width: 600, height: 300 }],
  [
    'lossy WebP',
    webp('VP8 ', [23, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01]),
    { format: 'webp', width: 640, height: 480 },
  ],
  ['lossless WebP', webp('VP8L', [20, 0x2f, 0x7f, 0xc2, 0x77, 0x00]), { format: 'webp', width: 640, height: 480 }],
  ['extended WebP', webp('VP8X', [24, 0x7f, 0x02, 0, 0xdf, 0x01, 0]), { format: 'webp', width: 640, height: 480 }],
])('reads the size of a %s image', (_kind, file, header) => expect(readImageHeader(file)).toEqual(header));

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('<html><body>a page that is long enough</body></html>')],
  ['a PNG signature alone', png(1, 1).subarray(0, 20)],
  ['a PNG image without a height', png(10, 0)],
  ['a PNG image wider than the formats permit', png(70_000, 1)],
  ['a JPEG image whose frame does not come', jpeg([0xff, 0xda, 0, 4, 1, 2], FRAME)],
  ['a JPEG image with a segment of no length', jpeg([0xff, 0xe0, 0, 0])],
  ['a WebP image of an unknown kind', webp('VP9 ')],
  ['a WebP image without a key frame', webp('VP8 ')],
])('refuses %s', (_what, file) => expect(readImageHeader(file)).toBeNull());

it('40 megapixels are the limit', () => {
  expect(hasTooManyPixels({ format: 'png', width: 8_000, height: 5_000 })).toBe(false);
  expect(hasTooManyPixels({ format: 'png', width: 8_001, height: 5_000 })).toBe(true);
});

it('gives up on a file that consists of segments', () => {
  const file = Buffer.alloc(5 * 1024 * 1024);
  for (let at = 2; at + 4 < file.length; at += 4) file.set([0xff, 0xe0, 0, 2], at);
  file.set([0xff, 0xd8]);
  expect(readImageHeader(file)).toBeNull();
});
