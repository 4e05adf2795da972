import { addressKey } from '@belfry/schemas/domain/address';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Deps } from '../../deps.ts';
import { busy, SpeechError } from '../../errors.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { espeakFallback } from '../speech/index.ts';

/** Of strangers, so they have the included engine only, and a turn of their own. */
const turns = createSemaphore<string>({
  pool: 'spoken-codes',
  atOnce: 2,
  perKey: 1,
  waitingPerKey: 20,
  waitMs: 10_000,
  refusal: busy('Too many codes are spoken now.'),
});

const INTRODUCTIONS: Record<string, string> = {
  cs: 'Kód je',
  da: 'Koden er',
  de: 'Der Code lautet',
  en: 'The code is',
  es: 'El código es',
  fi: 'Koodi on',
  fr: 'Le code est',
  it: 'Il codice è',
  lt: 'Kodas',
  lv: 'Kods ir',
  nb: 'Koden er',
  nl: 'De code is',
  pl: 'Kod to',
  pt: 'O código é',
  ro: 'Codul este',
  ru: 'Код',
  sv: 'Koden är',
  tr: 'Kod',
  uk: 'Код',
};
const CYRILLIC = new Set(['ru', 'uk']);
/** Names of the letters where the engine would read them as those of another script. */
const CYRILLIC_NAMES: Record<string, string> = {
  B: 'бэ',
  C: 'цэ',
  D: 'дэ',
  F: 'эф',
  G: 'гэ',
  H: 'аш',
  J: 'йот',
  K: 'ка',
  L: 'эль',
  M: 'эм',
  N: 'эн',
  P: 'пэ',
  Q: 'ку',
  R: 'эр',
  S: 'эс',
  T: 'тэ',
  V: 'вэ',
  W: 'дубль вэ',
  X: 'икс',
  Z: 'зэт',
};

const ENGLISH = 'en';

/** The letters one by one, twice, in this language or else in English, as MP3. Throws SpeechError, rate_limited. */
export async function speakCode(
  { speech }: Pick<Deps, 'speech'>,
  { code, language, ip }: { code: string; language: string; ip: string },
): Promise<Buffer> {
  const asked = language.split('-')[0]?.toLowerCase() ?? '';
  const spoken = asked in INTRODUCTIONS ? asked : ENGLISH;
  const voice = espeakFallback({ language_codes: [spoken === asked ? language : spoken], gender: 'FEMALE' });
  if (!voice) throw new SpeechError(reasonText('engine_voice'));
  const names = CYRILLIC.has(spoken) ? CYRILLIC_NAMES : {};
  const letters = Array.from(code, (letter) => names[letter] ?? letter).join('. ');
  const text = `${INTRODUCTIONS[spoken]}: ${letters}. ${letters}.`;
  return turns.run(addressKey(ip), () => speech.synthesize('espeak', { ...voice, text }));
}
