import { describe, expect, it } from 'vitest';
import { mp3DurationMs } from './mp3-duration.ts';

/** Frames of MPEG 1, layer III, 64 kbit/s at 48 kHz, mono: 192 bytes and 24 ms each. */
const frame = (content = ''): Buffer => {
  const bytes = Buffer.alloc(192);
  bytes.writeUInt32BE(0xff_fb_54_c0);
  bytes.write(content, 36, 'latin1');
  return bytes;
};
const frames = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => frame()));

describe('mp3DurationMs', () => {
  it('counts the frames', () => {
    expect(mp3DurationMs(frames(100))).toBe(2_400);
  });

  it('skips an ID3 tag and a frame of encoder data', () => {
    const tag = Buffer.alloc(10 + 300);
    tag.write('ID3', 'latin1');
    tag.writeUInt8(2, 8);
    tag.writeUInt8(44, 9);
    expect(mp3DurationMs(Buffer.concat([tag, frame('Info'), frames(50)]))).toBe(1_200);
  });

  it('ignores what follows the last frame', () => {
    expect(mp3DurationMs(Buffer.concat([frames(10), Buffer.from('TAG and text')]))).toBe(240);
  });

  it('refuses a file without frames', () => {
    expect(() => mp3DurationMs(Buffer.from('RIFF....WAVE'))).toThrow('not an MP3 file');
    expect(() => mp3DurationMs(Buffer.alloc(0))).toThrow('not an MP3 file');
  });
});
