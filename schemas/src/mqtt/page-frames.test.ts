import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePageFrame, encodePageFrame, PAGE_FRAME_MAX_BYTES, PAGE_PACKET_MAX_BYTES } from './page-frames.ts';

it('decodes what it has encoded', () => {
  const frames = fc.record({
    isEnd: fc.boolean(),
    samples: fc.nat(65_535),
    seq: fc.nat(4_294_967_295),
    capturedAt: fc.double({ noNaN: true, noDefaultInfinity: true }),
    packet: fc.uint8Array({ minLength: 1, maxLength: PAGE_PACKET_MAX_BYTES }),
  });
  fc.assert(
    fc.property(frames, (frame) => {
      expect(decodePageFrame(encodePageFrame(frame))).toEqual(frame);
    }),
  );
});

it('refuses what is no frame, whatever the bytes', () => {
  const frame = encodePageFrame({ isEnd: false, samples: 1_920, seq: 1, capturedAt: 1, packet: new Uint8Array([7]) });
  const changed = (at: number, value: number): Uint8Array => Object.assign(frame.slice(), { [at]: value });
  expect(decodePageFrame(changed(0, 2))).toBeNull();
  expect(decodePageFrame(changed(1, 2))).toBeNull();
  expect(decodePageFrame(changed(8, 0x7f).fill(0xff, 9, 16))).toBeNull();
  expect(decodePageFrame(frame.subarray(0, 16))).toBeNull();
  expect(decodePageFrame(new Uint8Array(PAGE_FRAME_MAX_BYTES + 1).fill(1))).toBeNull();
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void decodePageFrame(bytes)));
});
