import { describe, expect, it } from 'vitest';
import { characterIds, chunkText, spellForModel } from './supertonic-text.ts';

const squeeze = (text: string): string => text.replaceAll(/\s/g, '');

describe('a text for Supertonic', () => {
  it('is cut between sentences, which stay together as long as they are short', () => {
    expect(chunkText('One. Two!', 'en')).toEqual(['One. Two!']);
    const sentence = 'The shop closes in ten minutes, so please come to the desk now.';
    const chunks = chunkText(`${sentence} ${sentence} ${sentence}`, 'en');
    expect(chunks).toEqual([`${sentence} ${sentence}`, sentence]);
  });

  it('loses nothing when a sentence is too long, or has no spaces', () => {
    for (const text of ['words and '.repeat(60), 'a, '.repeat(200), 'x'.repeat(500)]) {
      const chunks = chunkText(text, 'en');
      expect(squeeze(chunks.join(''))).toBe(squeeze(text));
      expect(chunks.every(({ length }) => length <= 180)).toBe(true);
    }
    expect(chunkText('회의가 시작됩니다 '.repeat(30), 'ko').every(({ length }) => length <= 80)).toBe(true);
    expect(chunkText('  ', 'en')).toEqual([]);
  });

  it('has its language in tags, a mark at its end, and no signs that nobody says', () => {
    expect(spellForModel('Hello , “friends” 👋 – all', 'en')).toBe('<en>Hello, "friends" - all.</en>');
    expect(spellForModel('Really?', 'de')).toBe('<de>Really?</de>');
    expect(spellForModel('a</en><ko>b', 'en')).toBe('<en>a en ko b.</en>');
    expect(spellForModel('👋', 'en')).toBe('');
  });

  it('becomes numbers by the table of the model', () => {
    const table = Array.from({ length: 200 }, (_, code) => (code === 98 ? -1 : code + 1));
    expect(characterIds('abc€', table)).toEqual([98, 100]);
  });
});
