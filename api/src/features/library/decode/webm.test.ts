import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oggOpus } from '../../../lib/ogg-opus.ts';
import { webmOf } from './testing/webm-file.ts';
import { DamagedError } from './waveform.ts';
import { isWebm, webmToOgg } from './webm.ts';

/** 40 ms of mono, silent. */
const PACKET = Buffer.from([0xf9, 0xff, 0xfe, 0xff, 0xfe]);
const packets = Array.from({ length: 60 }, () => PACKET);

describe('a recording of a browser', () => {
  it('is turned into Ogg with the same packets and channels', () => {
    expect(isWebm(webmOf(packets))).toBe(true);
    expect(webmToOgg(webmOf(packets))).toEqual(oggOpus(packets));
    expect(webmToOgg(webmOf(packets, { channels: 2 }))).toEqual(oggOpus(packets, 2));
  });

  it.each([
    ['of another codec', webmOf(packets, { codec: 'A_VORBIS' }), 'sound in Opus'],
    ['with video', webmOf(packets, { codec: 'V_VP8' }), 'sound in Opus'],
    ['of six channels', webmOf(packets, { channels: 6 }), '2 channels'],
    ['without sound', webmOf([]), 'incomplete'],
    ['with several packets in a block', webmOf(packets, { flags: 0x82 }), 'several packets'],
    ['with a packet that is none', webmOf([...packets, Buffer.from([0xfb])]), 'damaged'],
    ['that is cut off', webmOf(packets).subarray(0, -3), 'incomplete'],
  ])('%s is refused with the reason', (_name, file, reason) => expect(() => webmToOgg(file)).toThrow(reason));
});

it('refuses every other content with a text for users, and never hangs', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isBegun) => {
      const begun = isBegun ? Buffer.concat([webmOf(packets.slice(0, 2)), bytes]) : Buffer.from(bytes);
      try {
        webmToOgg(begun);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedError);
      }
    }),
  );
});
