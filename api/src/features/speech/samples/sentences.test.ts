import { expect, it } from 'vitest';
import { espeakVoices, MAX_TEXT } from '../index.ts';
import { languageOf } from '../voices/index.ts';
import { sentenceIn } from './sentences.ts';

it('has a sentence for every language of the included engine, and English for others', () => {
  const languages = [...new Set(espeakVoices().map(({ language_codes }) => languageOf(language_codes[0] ?? '')))];
  const english = sentenceIn('en');
  expect(languages.filter((language) => language !== 'en' && sentenceIn(language) === english)).toEqual([]);
  expect(new Set(languages.map(sentenceIn)).size).toBe(languages.length);
  expect(Math.max(...languages.map((language) => sentenceIn(language).length))).toBeLessThan(MAX_TEXT);
  expect(sentenceIn('tlh')).toBe(english);
});
