import type { AudioFormat } from '@belfry/schemas/domain/announcements';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import type { ColumnType, Generated } from 'kysely';

/** A stored file, which never changes. */
export type AudioFilesTable = {
  sha256: string;
  bytes: number;
  format: AudioFormat;
  duration_ms: number;
  /** Everybody may read it: the chimes. */
  shared: Generated<boolean>;
  created_at: Generated<Date>;
};

/** The users whose devices may download a file. */
export type AudioOwnersTable = { sha256: string; user_id: number };

/** The audio of a text; `key` is the hash of text, language and voice. */
export type RenderingsTable = {
  key: string;
  language: string;
  voice: string;
  items: ColumnType<AudioItem[], string, string>;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
};
