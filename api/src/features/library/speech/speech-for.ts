import type { Message } from '@belfry/schemas/http/library/texts';
import type { SpeechKey } from '../rendering/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { bestMatch, defaultVoiceOf, languagesMatch } from './languages.ts';
import { LRUCache } from 'lru-cache';

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
  const known = formatters.get(key);
  if (known) return known;
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

/** What a place hears of a text. */
export type Spoken = {
  language: string;
  voice: string;
  /** The message has no text in the language of the place. */
  fallback: boolean;
  key: SpeechKey;
};
type Place = { name: string; language: string; voice: string; time_zone: string };
type Source = { text: string } | { message: Pick<Message, 'variants' | 'fallback_language'> };
type Overrides = { language?: string | undefined; voice?: string | undefined };

/**
 * The language, voice and text in which a place hears something; see ANN-2. `instant` is when, for `{time}` and `{date}`.
 * Markup is not interpreted: the text is spoken as it is.
 */
export function speechFor(
  source: Source,
  place: Place,
  { instant, dictionary, overrides = {} }: { instant: Date; dictionary: Dictionary; overrides?: Overrides },
): Spoken {
  const wanted = overrides.language ?? place.language;
  const { text, language, fallback } =
    'text' in source ? plain(source.text, wanted) : variantOf(source.message, wanted);
  const voice = voiceFor(language, fallback, place, overrides);
  const filled = dictionary.apply(fillIn(text, place, instant, language), language);
  return { language, voice, fallback, key: { text: filled, language, voice } };
}

const plain = (text: string, language: string) => ({ text, language, fallback: false });

function variantOf({ variants, fallback_language }: Pick<Message, 'variants' | 'fallback_language'>, wanted: string) {
  const own = bestMatch(variants, wanted);
  if (own) return { text: own.text, language: wanted, fallback: false };
  const other = bestMatch(variants, fallback_language) ?? variants[0];
  return { text: other?.text ?? '', language: other?.language ?? fallback_language, fallback: true };
}

/** The voice of the place or the chosen one, as far as it speaks the language. */
function voiceFor(language: string, fallback: boolean, place: Place, overrides: Overrides): string {
  if (overrides.voice !== undefined && !fallback) return overrides.voice;
  const own = !fallback && languagesMatch(language, place.language);
  return own ? place.voice : defaultVoiceOf(language);
}
