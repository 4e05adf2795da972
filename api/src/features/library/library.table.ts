import type { Message } from '@belfry/schemas/http/announcements/library-texts';
import type { ColumnType, Generated } from 'kysely';

/** What the rows of all resources have. */
type ResourceColumns = {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** Counts the changes. */
  revision: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};
type Json<T> = ColumnType<T, string, string>;

export type MessagesTable = ResourceColumns &
  Pick<Message, 'fallback_language' | 'chime' | 'repeat' | 'pause_ms' | 'emergency'> & {
    variants: Json<Message['variants']>;
  };
export type AudioTable = ResourceColumns & {
  sha256: string;
  title: string | null;
  artist: string | null;
  peaks: Json<number[]>;
};
export type PlaylistsTable = ResourceColumns & { shuffle: boolean };
export type PlaylistItemsTable = { playlist_id: number; position: number; audio_id: number };
export type StationsTable = ResourceColumns & { url: string };
/** `name` is the word. */
export type DictionaryEntriesTable = ResourceColumns & { language: string; spoken: string };
