import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { expect, it } from 'vitest';
import { DEFAULT_EMBLEM } from './emblem.ts';
import { EMBLEMS, searchEmblems } from './emblems.ts';

it('has about 130 emblems, each once, with a name in each language', () => {
  expect(EMBLEMS.length).toBeGreaterThanOrEqual(125);
  expect(EMBLEMS.length).toBeLessThanOrEqual(145);
  expect(new Set(EMBLEMS.map(({ emoji }) => emoji)).size).toBe(EMBLEMS.length);
  for (const { emoji, en, ru, de } of EMBLEMS) {
    expect(emoji).toMatch(/^\p{Emoji}/u);
    expect([...new Intl.Segmenter('en').segment(emoji)]).toHaveLength(1);
    expect(en).toMatch(/^[a-zé ]+$/);
    expect(ru).toMatch(/^[а-яё ]+$/);
    expect(de).toMatch(/^[A-ZÄÖÜ][A-Za-zäöüßé -]+$/);
    expect(emoji.length).toBeLessThanOrEqual(COMPANY_LIMITS.emblem);
  }
});

it('starts with the default emblem of new elements', () => expect(EMBLEMS[0]?.emoji).toBe(DEFAULT_EMBLEM));

it.each([
  ['radi', ['📻']],
  ['школ', ['🏫']],
  ['SCHOOL', ['🏫']],
  ['apotheke', ['💊']],
  ['cafe', ['☕']],
  ['nothing like it', []],
])('finds by %j', (typed, found) => {
  expect(searchEmblems(typed).map(({ emoji }) => emoji)).toEqual(found);
});

it('returns all for an empty text, and prefix matches first', () => {
  expect(searchEmblems(' ')).toEqual(EMBLEMS);
  expect(searchEmblems('st').at(0)?.en).toMatch(/^st/);
});
