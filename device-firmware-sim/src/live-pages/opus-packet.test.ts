import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodePackets } from '../testing/opus-frames.ts';
import { lostPacket, readOpusPacket } from './opus-packet.ts';

const zeros = (length: number): number[] => Array.from({ length }, () => 0);

it.each([
  ['a frame of SILK of 40 ms', [10 << 3, 1, 2, 3], { frames: 1, samples: 1_920 }],
  ['two hybrid frames of 20 ms', [(15 << 3) | 1, 1, 2, 3, 4], { frames: 2, samples: 1_920 }],
  ['two frames of different lengths', [(15 << 3) | 2, 1, 9, 2, 3], { frames: 2, samples: 1_920 }],
  ['a length of two bytes', [(15 << 3) | 2, 252, 1, ...zeros(256)], { frames: 2, samples: 1_920 }],
  ['four frames of CELT of 10 ms', [(30 << 3) | 3, 4, ...zeros(8)], { frames: 4, samples: 1_920 }],
  ['three frames with lengths', [(31 << 3) | 3, 0x80 | 3, 1, 2, 7, 7, 7, 7], { frames: 3, samples: 2_880 }],
  ['padding', [(31 << 3) | 3, 0x40 | 2, 2, 5, 5, 0, 0], { frames: 2, samples: 1_920 }],
])('reads %s', (_, bytes, expected) => {
  expect(readOpusPacket(Uint8Array.from(bytes))).toEqual({ toc: bytes[0], ...expected });
});

it.each([
  ['nothing', []],
  ['two frames of one length in an odd number of bytes', [(15 << 3) | 1, 1, 2, 3]],
  ['a frame that is longer than the packet', [(15 << 3) | 2, 9, 1]],
  ['a length that is cut', [(15 << 3) | 2, 252]],
  ['no number of frames', [(31 << 3) | 3]],
  ['no frames', [(31 << 3) | 3, 0]],
  ['more than 120 ms', [(31 << 3) | 3, 7, ...zeros(7)]],
  ['more padding than bytes', [(31 << 3) | 3, 0x40 | 1, 255, 255]],
])('refuses %s', (_, bytes) => {
  expect(readOpusPacket(Uint8Array.from(bytes))).toBeNull();
});

it('reads what the encoder of the console makes', () => {
  const samples = Float32Array.from({ length: 9_600 }, (_, index) => Math.sin(index / 20) / 2);
  const lengths = encodePackets({ samples }).map((packet) => readOpusPacket(packet)?.samples);
  expect(lengths).toEqual([1_920, 1_920, 1_920, 1_920, 1_920]);
});

it('names as many lost frames as a packet has, in a packet that is valid itself', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const packet = readOpusPacket(bytes);
      if (!packet) return;
      const lost = readOpusPacket(lostPacket(packet));
      expect([lost?.frames, lost?.samples]).toEqual([packet.frames, packet.samples]);
    }),
  );
});
