import type { Voice } from '@belfry/schemas/http/announcements/voices';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type VoicesTable = {
  voice_name: string;
  display_name: string;
  language: string;
  languagefull: string;
  language_codes: string[];
  voice_type: Voice['voice_type'];
  gender: Voice['gender'];
  provider: Voice['provider'];
  block: Generated<boolean>;
  /** When the provider removed it; the voice stays while it is in use. */
  vanished_at: Date | null;
  /** When the running synthesis of a sample started. */
  sample_started_at: Date | null;
  /** The error of the last synthesis. */
  sample_error: string | null;
  created_at: ColumnType<Date, never, never>;
};
export type VoiceRow = Selectable<VoicesTable>;
