import type { AudioAround, Message } from '@belfry/schemas/http/library/texts';
import { normaliseInSteps } from '@belfry/schemas/speech/normalisation/normalise';
import { plainText } from '@belfry/schemas/speech/normalisation/plain-text';
import {
  createPronunciations,
  languagesMatch,
  type Pronunciation,
  type Pronunciations,
} from '@belfry/schemas/speech/pronunciations';
import { LRUCache } from 'lru-cache';
import type { SpeechKey } from './rendering/index.ts';

const VARIABLE = /\{(place|time|date)\}/g;
const FORMATS = {
  time: { hour: 'numeric', minute: '2-digit' },
  date: { weekday: 'long', day: 'numeric', month: 'long' },
} as const;
/** Creating a formatter takes longer than its use. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });
type FillInPlace = { name: string; time_zone: string };
/**
 * Replaces `{place}`, `{time}` and `{date}` by what they are at an instant in a place, as the language writes it. Each is
 * replaced once, so that a place may be called “{time}”. Other braces stay.
 */
const fillIn = (text: string, { name, time_zone }: FillInPlace, instant: Date, language: string): string =>
  text.replaceAll(VARIABLE, (_, variable: 'place' | 'time' | 'date') =>
    variable === 'place' ? name : formatterOf(variable, language, time_zone).format(instant),
  );
function formatterOf(variable: 'time' | 'date', language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${variable} ${language} ${timeZone}`;
  const formatter = formatters.get(key);
  if (formatter) return formatter;
  const created = create(FORMATS[variable], language, timeZone);
  formatters.set(key, created);
  return created;
}

/** A language or zone that Intl does not know must not prevent the announcement. */
function create(format: Intl.DateTimeFormatOptions, language: string, timeZone: string): Intl.DateTimeFormat {
  for (const attempt of [
    [language, timeZone],
    ['en', timeZone],
  ] as const) {
    try {
      return new Intl.DateTimeFormat(attempt[0], { ...format, timeZone: attempt[1] });
    } catch {
      // The next one.
    }
  }
  return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' });
}

export type Spoken = {
  language: string;
  /** Empty where the message has audio alone. */
  voice: string;
  fallback: boolean;
  key: SpeechKey;
} & AudioAround;

type Place = { name: string; language: string; voice: string; time_zone: string };
type Source = { text: string } | { message: Pick<Message, 'variants' | 'fallback_language'> };
type Overrides = { language?: string | undefined; voice?: string | undefined };

/**
 * The language, voice and text in which a place hears something; see ANN-2. `instant` is when, for `{time}` and `{date}`.
 * Tags are not interpreted: they are spoken as they are. Emoji, arrows and Markdown are left out. Times, money and the like are written out in
 * the language of the voice, unless it reads them itself, and the dictionary is applied after that. Words of the text that the dictionary names are not written out.
 * In steps, because a long text may take 200 ms: `speechFor` is for threads.
 */
export function* speechInSteps(
  source: Source,
  place: Place,
  { instant, dictionary, overrides = {} }: { instant: Date; dictionary: Dictionary; overrides?: Overrides },
): Generator<undefined, Spoken> {
  const ownLanguage = overrides.language ?? place.language;
  const { text, language, fallback, ...around }: Content =
    'text' in source ? plain(source.text, ownLanguage) : variantOf(source.message, ownLanguage);
  if (text === '') return { language, voice: '', fallback, key: { text, language, voice: '' }, ...around };
  const voiceName = voiceFor(language, fallback, place, overrides);
  const voice = dictionary.voices.get(voiceName) ?? voiceName;
  const filled = fillIn(text, place, instant, language);
  const kept = dictionary.namedIn(filled, language);
  const written = dictionary.writesOut(voice)
    ? yield* writeOut(filled, languageOfVoice(voice) ?? language, kept)
    : plainText(filled, kept);
  return { language, voice, fallback, key: { text: dictionary.apply(written, language), language, voice }, ...around };
}

export function speechFor(...given: Parameters<typeof speechInSteps>): Spoken {
  const steps = speechInSteps(...given);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Many places hear the same text. */
const writtenOut = new LRUCache<string, string>({ max: 500 });
function* writeOut(text: string, language: string, kept: readonly string[]): Generator<undefined, string> {
  const key = JSON.stringify([language, text, ...kept]);
  const words = writtenOut.get(key) ?? (yield* normaliseInSteps(text, language, kept));
  writtenOut.set(key, words);
  return words;
}

type Content = { text: string; language: string; fallback: boolean } & AudioAround;
const plain = (text: string, language: string): Content => ({ text, language, fallback: false });

function variantOf(
  { variants, fallback_language }: Pick<Message, 'variants' | 'fallback_language'>,
  ownLanguage: string,
): Content {
  const own = bestMatch(variants, ownLanguage);
  if (own) return { ...own, language: ownLanguage, fallback: false };
  const other = bestMatch(variants, fallback_language) ?? variants[0];
  return { text: '', language: fallback_language, ...other, fallback: true };
}

function voiceFor(language: string, fallback: boolean, place: Place, overrides: Overrides): string {
  if (overrides.voice !== undefined && !fallback) return overrides.voice;
  const own = !fallback && languagesMatch(language, place.language);
  return own ? place.voice : defaultVoiceOf(language);
}

/** Languages that voices spell otherwise than Intl, and regions that Intl would not choose. */
const VOICE_LOCALES: Record<string, string> = { ar: 'ar-XA', zh: 'cmn-CN', no: 'nb-NO', sw: 'sw-KE', ti: 'ti-ER' };

/** The best of several for a language: the same, else one that matches; undefined without one. */
function bestMatch<T extends { language: string }>(list: readonly T[], language: string): T | undefined {
  const exact = list.find((one) => one.language.toLowerCase() === language.toLowerCase());
  return exact ?? list.find((one) => languagesMatch(one.language, language));
}

/** The voice with which a language is spoken where none is chosen: `ru` and `ru-RU` are ru-RU-Standard-A. */
export const defaultVoiceOf = (language: string): string => `${localeOf(language)}-Standard-A`;

/** The language that a voice speaks, by its name: that of ru-RU-Standard-A is ru-RU. Undefined for a name without one. */
const languageOfVoice = (voice: string): string | undefined => /^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(voice)?.[0];

function localeOf(language: string): string {
  const [base, region] = language.split('-');
  if (region !== undefined) return language;
  const locale = VOICE_LOCALES[base ?? ''];
  if (locale !== undefined) return locale;
  try {
    return `${base}-${new Intl.Locale(language).maximize().region}`;
  } catch {
    return language;
  }
}

export type Dictionary = Pronunciations & {
  /** Threads create the dictionary from these, because functions cannot be sent to them. */
  entries: readonly Pronunciation[];
  /** Voices that read times, money and the like themselves, so that their texts are not written out. */
  ownReaders: readonly string[];
  voices: ReadonlyMap<string, string>;
  writesOut(voice: string): boolean;
};

/** The rules of each language are compiled at its first text. */
export function createDictionary(
  entries: readonly Pronunciation[],
  ownReaders: readonly string[] = [],
  voices: ReadonlyMap<string, string> = new Map(),
): Dictionary {
  const readers = new Set(ownReaders);
  return { ...createPronunciations(entries), entries, ownReaders, voices, writesOut: (voice) => !readers.has(voice) };
}
