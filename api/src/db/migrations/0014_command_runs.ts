import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** A copy of the values at the time of this migration; a later migration changes them. */
const RUN_STATES = ['running', 'paused', 'stopped', 'finished', 'cancelled'];

/** Runs of one command on many devices in waves. The deliveries of a run are those of the command with its id. */
export const commandRuns: Migration = {
  async up(db) {
    await sql`
      create table command_runs (
        id uuid primary key references commands on delete cascade,
        issued_by int references users on delete cascade,
        state text not null default 'running' check (state in ${oneOf(RUN_STATES)}),
        reason text,
        wave_size int not null,
        pause_s int not null,
        max_error_rate double precision not null,
        queue_offline boolean not null,
        expires_in_s int,
        devices int not null,
        waves int not null,
        wave int not null default 0,
        errors_from_wave int not null default 1,
        next_wave_at timestamptz,
        step int not null default 0,
        checked_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        finished_at timestamptz
      )`.execute(db);
    await sql`create index command_runs_issued_by on command_runs (issued_by, created_at desc)`.execute(db);
    await sql`create index command_runs_created on command_runs (created_at desc)`.execute(db);
    await sql`create index command_runs_running on command_runs (checked_at) where state = 'running'`.execute(db);
    await sql`
      create table command_run_devices (
        run_id uuid not null references command_runs on delete cascade,
        device_id int not null references devices on delete cascade,
        wave int not null,
        primary key (run_id, device_id)
      )`.execute(db);
    await sql`create index command_run_devices_wave on command_run_devices (run_id, wave)`.execute(db);
    // Without this index the deletion of a device scans all runs.
    await sql`create index command_run_devices_device on command_run_devices (device_id)`.execute(db);
  },
};
