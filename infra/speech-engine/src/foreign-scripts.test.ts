import { expect, it } from 'vitest';
import { languageOfIdentifier, piecesOf } from './foreign-scripts.ts';
import { createSpeaker } from './speaker.ts';

it.each([
  ['Visitor for 李小龍 in room 4', 'en', ['Visitor for ', 'cmn:李小龍', ' in room 4']],
  ['Анна Петрова, please', 'en', ['ru:Анна Петрова', ', please']],
  ['Анна John', 'ru', ['Анна John']],
  ['店は', 'ja', ['店は']],
  ['plain', 'lv', ['plain']],
])('cuts %j for a voice of %s', (text, language, pieces) => {
  const cutPieces = piecesOf(text, language);
  expect(cutPieces.map((piece) => (piece.language === null ? piece.text : `${piece.language}:${piece.text}`))).toEqual(
    pieces,
  );
  expect(cutPieces.map((piece) => piece.text).join('')).toBe(text);
});

it.each([
  ['gmw/en-US+f2', 'en'],
  ['sit/cmn', 'cmn'],
  ['ko', 'ko'],
])('the voice %s speaks %s', (identifier, language) => {
  expect(languageOfIdentifier(identifier)).toBe(language);
});

it('reads a name in other letters as their language does, and says no markup', async () => {
  const speaker = await createSpeaker();
  const name = speaker.phonemes('sit/cmn', '李小龍');
  expect(speaker.phonemes('gmw/en', 'Visitor for 李小龍')).toContain(name);
  // Three times "Chinese letter" takes more than two seconds.
  const { samples, sampleRate } = speaker.speak('gmw/en+f2', '李小龍');
  expect(samples.length / sampleRate).toBeLessThan(1.6);
  expect(speaker.phonemes('gmw/en', 'one < two & three')).toBe(speaker.phonemes('gmw/en', 'one two and three'));
});
