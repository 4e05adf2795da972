import type { Voice } from '@belfry/schemas/http/voices';
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
  /** Since when the provider no longer has it; it stays while somebody's choices name it. */
  vanished_at: Date | null;
  /** A sample is being made since. */
  sample_started_at: Date | null;
  /** Why the last one could not be made. */
  sample_error: string | null;
  created_at: ColumnType<Date, never, never>;
};
export type VoiceRow = Selectable<VoicesTable>;
