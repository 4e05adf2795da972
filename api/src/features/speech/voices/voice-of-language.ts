import { compareVoices } from '@belfry/schemas/domain/voices';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { languageOf } from './naming.ts';
import { findOfferedVoices, type VoiceRow } from './voices.repository.ts';

/** The voice that speaks a language (`de`, `de-DE`) where nobody has chosen one: that of the same locale with the first name, else the first one. */
export async function findVoiceOfLanguage(db: Kysely<Database>, language: string): Promise<VoiceRow | undefined> {
  const voices = (await findOfferedVoices(db, languageOf(language))).sort((a, b) =>
    compareVoices(asListed(a), asListed(b)),
  );
  const isExact = ({ language_codes }: VoiceRow): boolean =>
    language_codes.some((code) => code.toLowerCase() === language.toLowerCase());
  const standard = voices.find((row) => isExact(row) && row.voice_name.endsWith('-Standard-A'));
  return standard ?? voices.find(isExact) ?? voices[0];
}

const asListed = ({ voice_type, gender, display_name }: VoiceRow) => ({
  type: voice_type,
  gender,
  name: display_name,
});
