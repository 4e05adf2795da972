import type { LookupLanguage } from '@belfry/schemas/http/lookups';
import type { z } from 'zod';
import { LOOKUP_KEYS } from '../../lib/storage/storage-keys.ts';

export type LookupKey = Exclude<keyof typeof LOOKUP_KEYS, 'lang'>;

/** All lists are removed together when the language changes, because their names are translated. */
function clearOtherLanguage(lang: LookupLanguage): void {
  if (sessionStorage.getItem(LOOKUP_KEYS.lang) === lang) return;
  for (const name of Object.values(LOOKUP_KEYS)) sessionStorage.removeItem(name);
  sessionStorage.setItem(LOOKUP_KEYS.lang, lang);
}

/** A list that was read earlier in this session; undefined where there is none, or it cannot be parsed. */
export function readLookup<T>(key: LookupKey, lang: LookupLanguage, schema: z.ZodType<T>): T | undefined {
  try {
    clearOtherLanguage(lang);
    const text = sessionStorage.getItem(LOOKUP_KEYS[key]);
    return text === null ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps a list for the session; see LOOKUP-2. Where the storage is full the list is read again. */
export function writeLookup(key: LookupKey, lang: LookupLanguage, list: unknown): void {
  try {
    clearOtherLanguage(lang);
    sessionStorage.setItem(LOOKUP_KEYS[key], JSON.stringify(list));
  } catch {
    // Without the cache the list is read from the server again.
  }
}
