import type { Message } from '@belfry/schemas/http/library/texts';
import type { SpeechKey } from '../rendering/index.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';
import { fillIn } from './fill-in.ts';
import { bestMatch, defaultVoiceOf, languagesMatch } from './languages.ts';

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
