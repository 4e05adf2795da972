import { describe, expect, it } from 'vitest';
import { splitText, mp3DurationMs } from './synthesis.ts';

const squeeze = (text: string): string => text.replaceAll(/\s/g, '');

describe('splitText', () => {
  it('keeps a short text whole, and makes nothing of spaces', () => {
    expect(splitText(' Hello. ', 100)).toEqual(['Hello.']);
    expect(splitText('  ', 100)).toEqual([]);
  });

  it('cuts after sentences', () => {
    expect(splitText('First one. Second one. Third one.', 25, 'en')).toEqual(['First one. Second one.', 'Third one.']);
  });

  it('keeps a sentence that fills a part exactly', () => {
    expect(splitText('A sentence. Another. ', 11, 'en')).toEqual(['A sentence.', 'Another.']);
  });

  it('cuts a long sentence between words', () => {
    expect(splitText('one two three four five six', 13, 'en')).toEqual(['one two three', 'four five six']);
  });

  it('cuts a text without spaces, but never inside a character', () => {
    const parts = splitText('👩‍🚀'.repeat(20), 12);
    expect(parts.join('')).toBe('👩‍🚀'.repeat(20));
    expect(parts.every((part) => part.length <= 12 && part.replaceAll('👩‍🚀', '') === '')).toBe(true);
    expect(splitText('会议开始了'.repeat(50), 40, 'zh').join('')).toBe('会议开始了'.repeat(50));
  });

  it('loses nothing of a long text', () => {
    const text = 'Уважаемые покупатели! Магазин закрывается через десять минут, пройдите к кассам. '.repeat(60);
    const parts = splitText(text, 1_000, 'ru');
    expect(squeeze(parts.join(''))).toBe(squeeze(text));
    expect(parts.every((part) => part.length <= 1_000)).toBe(true);
    expect(parts.length).toBeLessThanOrEqual(6);
  });
});

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
