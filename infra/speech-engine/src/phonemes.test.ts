import { expect, it } from 'vitest';
import { phonemesOf } from './phonemes.ts';

const spoken: string[] = [];
const phonemes = (text: string): string => {
  spoken.length = 0;
  return phonemesOf(text, (clause) => {
    spoken.push(clause.trim());
    return Array.from(clause.trim()).join('_').replaceAll('_ _', '\n');
  });
};

it('of a text are those of its clauses, each with the mark behind it', () => {
  expect(phonemes('Labdien, veikals! Vai jūs dzirdat? Jā: labi; paldies.')).toBe(
    'Labdien, veikals! Vai jūs dzirdat? Jā: labi; paldies.',
  );
  expect(phonemes('no mark at the end')).toBe('no mark at the end');
  expect(phonemes('会议。开始！')).toBe('会议. 开始!');
});

it('keep marks inside of words and numbers', () => {
  phonemes('It costs 3.50, at 12:30.');
  expect(spoken).toEqual(['It costs 3.50', 'at 12:30']);
});

it('of marks alone are nothing', () => {
  expect(phonemes('... !')).toBe('');
});
