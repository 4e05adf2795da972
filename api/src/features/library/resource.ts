import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';

/** The columns that every resource of the library has. */
export type ResourceRow = {
  id: number;
  user_id: number;
  name: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
};

/** A kind of resource of the library. */
export type Resource<Row extends ResourceRow, Item> = {
  table: 'messages' | 'audio' | 'playlists' | 'stations' | 'dictionary_entries';
  /** The name of the kind in texts for users: `message`. */
  title: string;
  /** The maximum number per user. */
  max: number;
  /** The SQL of its rows, with what is read from other tables, under the alias r. */
  rows: RawBuilder<Row>;
  /** Condition of a search; `pattern` is for ilike. */
  matches: (pattern: string) => RawBuilder<boolean>;
  view: (row: Row) => Item;
};

/** How a resource is deleted, in the transaction that has locked it. */
export type ResourceRemover = {
  delete: (trx: Kysely<Database>, id: number) => Promise<void>;
  /** The names of what uses it, which must be changed first. */
  findUses: (trx: Kysely<Database>, id: number) => Promise<string[]>;
};

/** The fields of an answer that are made from these columns. */
export const times = ({ created_at, updated_at, revision }: ResourceRow) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  revision,
});

/** For what nothing refers to. */
export const NO_USES = (): Promise<string[]> => Promise.resolve([]);
