import { reasonText } from '@belfry/schemas/domain/reasons';
import { compareVoices } from '@belfry/schemas/domain/voices';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { SpeechError } from '../../speech/index.ts';
import { findOfferedVoices, findVoicesByName, languageOf, type VoiceRow } from '../../voices/index.ts';
import type { SpeechKey } from './speech-key.ts';

/**
 * The voice of a text. One that the provider no longer has, or that never existed, is replaced by the default voice of the
 * language: that of the same locale with the first name, else the first one. Throws SpeechError for a language without voices.
 */
export async function chooseVoice(
  db: Kysely<Database>,
  { voice, language }: Pick<SpeechKey, 'voice' | 'language'>,
): Promise<VoiceRow> {
  const [named] = await findVoicesByName(db, [voice]);
  if (named && !named.vanished_at) return named;
  const ofLanguage = (await findOfferedVoices(db, languageOf(language))).sort((a, b) =>
    compareVoices(asListed(a), asListed(b)),
  );
  const isExact = ({ language_codes }: VoiceRow): boolean =>
    language_codes.some((code) => code.toLowerCase() === language.toLowerCase());
  const standard = ofLanguage.find((row) => isExact(row) && row.voice_name.endsWith('-Standard-A'));
  const chosen = standard ?? ofLanguage.find(isExact) ?? ofLanguage[0];
  if (!chosen) throw new SpeechError(reasonText('no_voice', { language }));
  return chosen;
}

const asListed = ({ voice_type, gender, display_name }: VoiceRow) => ({
  type: voice_type,
  gender,
  name: display_name,
});
