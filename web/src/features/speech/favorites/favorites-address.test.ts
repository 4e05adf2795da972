import { expect, it } from 'vitest';
import { changeFavoritesAddress, readFavoritesAddress } from './favorites-address.ts';

const read = (text: string) => readFavoritesAddress(new URLSearchParams(text));
const change = (text: string, to: Parameters<typeof changeFavoritesAddress>[1]) =>
  changeFavoritesAddress(new URLSearchParams(text), to).toString();

it('reads an address, with defaults for invalid values', () => {
  expect(read('')).toEqual({ gender: 'all' });
  expect(read('lang=ru&gender=male&voice=ru-RU-Standard-B')).toEqual({
    lang: 'ru',
    gender: 'male',
    voice: 'ru-RU-Standard-B',
  });
  expect(read('lang=x&gender=both&voice=../etc')).toEqual({ gender: 'all' });
});

it('clears gender and voice for another language, and nothing else', () => {
  expect(change('tab=voices&lang=ru&gender=male&voice=a', { lang: 'de' })).toBe('tab=voices&lang=de');
  expect(change('lang=ru&gender=male', { voice: 'b' })).toBe('lang=ru&gender=male&voice=b');
  expect(change('lang=ru&gender=male&voice=b', { gender: 'all' })).toBe('lang=ru&voice=b');
});
