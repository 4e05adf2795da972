import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export type ProgrammesTable = {
  device_id: number;
  /** The owner for whom it was compiled; 0: none. */
  user_id: number;
  content_hash: string;
  version: number;
  /** The hash of the whole body. */
  sha256: string;
  /** The version that the broker has; null: none. */
  announced: number | null;
  /** The version is not announced before this time; null: it is announced immediately. */
  announce_at: Date | null;
  compiled_at: Generated<Date>;
};

/** A run of which the server checks `minutes` after its instant whether it was started; see ANN-9. */
export type RunCheck = { run_id: string; schedule_id: number; at: string; minutes: number };

export type ProgrammeContentsTable = {
  user_id: number;
  hash: string;
  /** The fields of the body that devices with this content share, as JSON without the braces. */
  content: string;
  schedule_ids: number[];
  checks: Json<RunCheck[]>;
  /** The receipt ids of the prepared emergencies; `emergency_message_ids` has their messages in the same order. */
  emergency_ids: Generated<string[]>;
  emergency_message_ids: Generated<number[]>;
  /** The zone of the places. */
  time_zone: string | null;
  /** The runs and their instants in the same order. */
  run_ids: string[] | null;
  run_ats: Date[] | null;
  /** The first run that is not recorded as expected; null: none. */
  next_run_at: Date | null;
};

/** What has to be compiled again: everything of a user, or what a schedule or device concerns. Triggers write it. */
export type StaleProgrammesTable = {
  id: Generated<number>;
  /** null: the device has no owner. */
  user_id: number | null;
  schedule_id: number | null;
  device_id: number | null;
  /** Only another day is to be added; nothing has changed. */
  due: Generated<boolean>;
  at: Generated<Date>;
};

export type ProgrammeOwnersTable = {
  /** 0: the devices without owner. */
  user_id: number;
  /** The lease of the job that compiles for this owner; null: none. */
  lease: string | null;
  leased_at: Date | null;
  /** The time since when texts of this owner are being rendered; null: none are. */
  rendering_at: Date | null;
  compiled_until: Date | null;
  /** Compilations in a row that have failed. */
  failures: Generated<number>;
  /** The time since when nothing is compiled for this owner, because it failed; null: it is. */
  set_aside_at: Date | null;
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
