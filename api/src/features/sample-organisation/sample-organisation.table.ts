import type { ColumnType } from 'kysely';

export type SampleOrganisationTable = {
  /** Always 1: the table has at most one row. Without it this database has not been asked yet. */
  id: number;
  /** The owner; null where none was created. */
  user_id: number | null;
  /** What was created; null where there is nothing to remove. */
  content: ColumnType<SampleContent | null, string | null, string | null>;
  created_at: ColumnType<Date, never, never>;
};

/** The ids of what was created, by which it is removed again. */
export type SampleContent = {
  nodes: number[];
  /** The device of each device node when it was created. */
  bindings: { company_id: number; serial: string }[];
  groups: number[];
  /** Voice names. */
  favorites: string[];
  /** Ids of the library; absent in a sample of an earlier version. */
  messages?: number[];
  stations?: number[];
  schedules?: number[];
};
