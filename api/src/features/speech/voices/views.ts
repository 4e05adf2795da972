import { voiceKind } from '@belfry/schemas/domain/voices';
import type { LanguageVoice, Voice } from '@belfry/schemas/http/speech/voices';
import type { CountedVoice } from './voice-list.repository.ts';
import type { VoiceRow } from './voices.repository.ts';

/** A synthesis takes seconds; after this time its process is assumed to have died. */
const SYNTHESIS_MAX_MS = 60_000;

/** A voice in answers to administrators. */
export const toVoice = (row: CountedVoice, hasSample: boolean): Voice => ({
  voice_name: row.voice_name,
  display_name: row.display_name,
  language: row.language,
  languagefull: row.languagefull,
  language_codes: row.language_codes,
  voice_type: row.voice_type,
  gender: row.gender,
  block: row.block,
  favorit: row.favorit,
  used: row.used,
  has_sample: hasSample,
  sample_state: sampleState(row, hasSample),
  sample_error: hasSample ? null : sampleError(row),
  provider: row.provider,
});

export function sampleState(
  { sample_started_at, sample_error }: Pick<VoiceRow, 'sample_started_at' | 'sample_error'>,
  hasSample: boolean,
  now = Date.now(),
): Voice['sample_state'] {
  if (hasSample) return 'present';
  if (sample_started_at && now - sample_started_at.getTime() < SYNTHESIS_MAX_MS) return 'creating';
  return sample_error === null ? 'none' : 'failed';
}

const sampleError = ({ vanished_at, sample_error }: VoiceRow): string | null =>
  vanished_at ? 'The speech provider no longer has this voice' : sample_error;

/** A voice in lists from which users choose. */
export const toLanguageVoice = (row: VoiceRow, hasSample: boolean): LanguageVoice => ({
  code: row.voice_name,
  voice_name: row.voice_name,
  name: row.display_name,
  display_name: row.display_name,
  gender: toGender(row),
  type: voiceKind(row.voice_type),
  voice_type: row.voice_type,
  language: row.language,
  language_codes: row.language_codes,
  has_sample: hasSample,
});

export const toGender = ({ gender }: Pick<VoiceRow, 'gender'>): LanguageVoice['gender'] =>
  gender.toLowerCase() as LanguageVoice['gender'];
