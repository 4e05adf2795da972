import type { DayProgramme } from '@belfry/schemas/http/day-programme';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export type ProgrammesTable = {
  device_id: number;
  /** The owner for whom it was compiled; 0: none. */
  user_id: number;
  content_hash: string;
  version: number;
  /** Of the whole body. */
  sha256: string;
  /** The version that the broker has; null: none. */
  announced: number | null;
  /** Not announced before; null: at once. */
  announce_at: Date | null;
  compiled_at: Generated<Date>;
};

/** A run that is checked after so many minutes; see ANN-9. */
export type RunCheck = { run_id: string; schedule_id: number; at: string; minutes: number };

export type ProgrammeContentsTable = {
  user_id: number;
  hash: string;
  /** The fields of the body that devices with this content share, as JSON without the braces. */
  content: string;
  schedule_ids: number[];
  checks: Json<RunCheck[]>;
  /** Of the prepared emergencies the ids of their receipts, and in the same order of their messages. */
  emergency_ids: Generated<string[]>;
  emergency_message_ids: Generated<number[]>;
};

/** What has to be compiled again: everything of a user, or what a schedule or device concerns. Triggers write it. */
export type StaleProgrammesTable = {
  id: Generated<number>;
  /** null: the device has no owner. */
  user_id: number | null;
  schedule_id: number | null;
  device_id: number | null;
  /** Nothing has changed, but another day is to be added. */
  due: Generated<boolean>;
  at: Generated<Date>;
};

export type ProgrammeOwnersTable = {
  /** 0: the devices without owner. */
  user_id: number;
  /** Of the job that compiles for this owner; null: none. */
  lease: string | null;
  leased_at: Date | null;
  /** Since when texts of this owner are being rendered. */
  rendering_at: Date | null;
  compiled_until: Date | null;
};

/** What the server does at an instant of a schedule. */
export type ScheduleTasksTable = {
  run_id: string;
  at: Date;
  kind: string;
  schedule_id: number;
  user_id: number;
  due_at: Date;
  done_at: Date | null;
};

export type DayProgrammesTable = {
  company_id: number;
  windows: Json<DayProgramme['windows']>;
  updated_at: Generated<Date>;
};
