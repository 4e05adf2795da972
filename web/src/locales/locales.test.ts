import { describe, expect, it } from 'vitest';
import en from './en.ts';
import mixed from './mixed.ts';
import ru from './ru.ts';

/** `{ a: { b: 'x' } }` → `a.b`; plural forms of one key count once, since languages have different ones. */
const keysOf = (texts: unknown, path = ''): string[] =>
  typeof texts === 'object' && texts !== null
    ? Object.entries(texts).flatMap(([key, value]) => keysOf(value, path === '' ? key : `${path}.${key}`))
    : [path.replace(/_(zero|one|two|few|many|other)$/, '')];

const languageKeys = (files: Record<string, unknown>) =>
  Object.entries(files).flatMap(([path, texts]) => {
    const namespace = path.slice(path.lastIndexOf('/') + 1);
    return keysOf(texts).map((key) => `${namespace}: ${key}`);
  });
const unique = (keys: string[]): string[] => [...new Set(keys)].toSorted();

const english = unique(languageKeys(en));

describe('the texts', () => {
  it('are all there in Russian, and no others', () => expect(unique(languageKeys(ru))).toEqual(english));
  it('of the mixed language lie over English ones', () => {
    expect(languageKeys(mixed).filter((key) => !english.includes(key))).toEqual([]);
  });
});
