import { expect, it } from 'vitest';
import en from './en.ts';
import { flatTexts } from './flat-texts.ts';
import mixed from './mixed.ts';

/** The texts of the default language. */
const shown = new Map([...flatTexts(en), ...flatTexts(mixed)]);

/** A test per pinned text, by its key: `auth: login.submit`; see SHELL-9. */
export const testQuoted = (quoted: Record<string, string>): void =>
  it.each(Object.entries(quoted))('%s', (key, text) => expect(shown.get(key)).toBe(text));
