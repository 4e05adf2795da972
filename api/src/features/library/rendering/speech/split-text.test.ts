import { describe, expect, it } from 'vitest';
import { splitText } from './split-text.ts';

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
