import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatCelsius,
  formatCountry,
  formatLanguage,
  formatLanguageOfCountry,
  formatPercent,
} from './format.ts';

describe('formatAgo', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  it.each([
    [4_000, 'now'],
    [45_000, '45 sec. ago'],
    [61_000, '1 min. ago'],
    [3 * 3_600_000, '3 hr. ago'],
    [2 * 86_400_000, '2 days ago'],
    [-5_000, 'now'],
  ])('%i ms: %s', (past, text) => expect(formatAgo(now - past, now, 'en')).toBe(text));
  it('counts seconds from the first with a threshold of 0', () => {
    expect(formatAgo(now - 2_000, now, 'en', 0)).toBe('2 sec. ago');
  });
  it('formats in Russian', () => expect(formatAgo(now - 61_000, now, 'ru')).toBe('1 мин. назад'));
});

it('names languages', () => {
  expect([formatLanguage('ru', 'en'), formatLanguage('en', 'ru')]).toEqual(['Russian', 'английский']);
});

it('formats numbers by locale', () => {
  expect(formatPercent(81.4, 'en')).toBe('81%');
  expect(formatCelsius(54.6, 'ru')).toBe('55 °C');
});

it.each([
  ['en', 'Germany', 'English (United States)'],
  ['ru', 'Германия', 'английский (Соединенные Штаты)'],
])('names countries and languages of countries in %s', (locale, country, language) => {
  expect(formatCountry('DE', locale)).toBe(country);
  expect(formatLanguageOfCountry('en-US', locale)).toBe(language);
  expect(formatLanguageOfCountry('not a code', locale)).toBe('not a code');
});
