import { LOOKUP_KEYS, VOICE_CACHE_PREFIX } from '../../lib/storage/storage-keys.ts';
import { voiceListSchema, type ListedVoice } from './voice-schemas.ts';

const nameOf = (language: string): string => `${VOICE_CACHE_PREFIX}${language}`;

/** The voices of a language that were read earlier in this session; undefined where there are none, or they cannot be parsed. */
export function readCachedVoices(language: string): ListedVoice[] | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(language));
    return text === null ? undefined : voiceListSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps one list per language for the session; see VOICE-9. Where the storage is full the list is read again. */
export function writeCachedVoices(language: string, voices: readonly ListedVoice[]): void {
  try {
    sessionStorage.setItem(nameOf(language), JSON.stringify(voices));
  } catch {
    // Without the cache the voices are read from the server again.
  }
}

export const clearCachedVoices = (language: string): void => sessionStorage.removeItem(nameOf(language));

/** Removes the voices of every language and the list of languages, after a change of the catalogue. */
export function clearAllCachedVoices(): void {
  sessionStorage.removeItem(LOOKUP_KEYS.voiceLanguages);
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(VOICE_CACHE_PREFIX)) sessionStorage.removeItem(name);
  }
}
