import { expect, it } from 'vitest';
import { compareVoices, compareVoicesByGender, voiceKind } from './voices.ts';

it.each([
  ['Neural2', 'Neural2'],
  ['en-US-NEURAL', 'Neural2'],
  ['neural', 'Neural'],
  ['lv-LV-Piper-Aivars-medium', 'Neural'],
  ['en-US-Supertonic-F1-high', 'Neural'],
  ['Chirp3-HD', 'Neural2'],
  ['WAVENET', 'Wavenet'],
  ['standard', 'Standard'],
  ['Studio', 'Standard'],
  ['', 'Standard'],
])('the type %j is %s', (type, kind) => expect(voiceKind(type)).toBe(kind));

it('voices are ordered by kind, gender and name', () => {
  const ordered = [
    'neural male Ada',
    'chirp female Ada',
    'Neural2 female Bea',
    'Neural2 male Ada',
    'Neural2 neutral Ada',
    'Neural2 other Ada',
    'wavenet FEMALE Zoe',
    'Wavenet male Ada',
    'Standard female Ada',
    'something female Bea',
    'Standard male Ada',
  ];
  const voices = ordered.map((text) => {
    const [type = '', gender = '', name = ''] = text.split(' ');
    return { text, type, gender, name };
  });
  expect(
    voices
      .toReversed()
      .sort(compareVoices)
      .map(({ text }) => text),
  ).toEqual(ordered);
});

it('in selections they are ordered by gender and name', () => {
  const ordered = ['FEMALE Bea', 'female Zoe', 'male Ada', 'Male Kit', 'neutral Ada', 'other Bea', 'neutral Cleo'];
  const voices = ordered.map((text) => {
    const [gender = '', name = ''] = text.split(' ');
    return { text, gender, name };
  });
  expect(
    voices
      .toReversed()
      .sort(compareVoicesByGender)
      .map(({ text }) => text),
  ).toEqual(ordered);
});

it('in selections neural voices come first', () => {
  const voices = [
    { type: 'standard', gender: 'female', name: 'Ada' },
    { gender: 'female', name: 'Bea' },
    { type: 'Neural', gender: 'male', name: 'Zed' },
  ];
  expect(voices.toSorted(compareVoicesByGender).map(({ name }) => name)).toEqual(['Zed', 'Ada', 'Bea']);
});

it('names are ordered alphabetically in any case, with accents beside their letters and numbers by value', () => {
  const names = ['Ádám', 'anna', 'Bea 2', 'Bea 10', 'Émile', 'zoe', 'Ян'];
  const voices = names.map((name) => ({ gender: 'female', name }));
  expect(
    voices
      .toReversed()
      .sort(compareVoicesByGender)
      .map(({ name }) => name),
  ).toEqual(names);
});
