import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { expect, it } from 'vitest';
import { fillSpoken, fillWritten } from './variables.ts';

it('fills in what is known once, and names what is not', () => {
  expect(fillWritten('{text} at {place}, {level} {level}', { text: '{place}', place: 'Hall' })).toEqual({
    text: '{place} at Hall,',
    missing: ['level'],
  });
});

it('leaves to each place what it says by itself', () =>
  expect(fillSpoken('{place}: {text}', { place: 'Hall', text: 'Lunch' }).text).toBe('{place}: Lunch'));

it('grows no longer than a text may be, however often it names what was typed', () => {
  const text = '{text}'.repeat(800);
  const values = { text: 'x'.repeat(1_000) };
  expect(fillSpoken(text, values).text).toHaveLength(SPOKEN_TEXT_MAX);
  expect(fillWritten(text, values).text).toHaveLength(16_384);
});
