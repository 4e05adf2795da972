import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How loud audio files are, by which everything is played equally loud. */
export const loudness: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table audio_files
    add column loudness_lufs double precision,
    add column peak_dbtp double precision,
    add column measured_at timestamptz`,
  `comment on column audio_files.loudness_lufs is 'Integrated loudness by EBU R 128; null: silent, not measured yet, or not to be decoded.'`,
  `comment on column audio_files.peak_dbtp is 'True peak; null as for the loudness.'`,
  `comment on column audio_files.measured_at is 'Null: a job measures it.'`,
  `create index audio_files_unmeasured on audio_files (created_at) where measured_at is null`,
];
