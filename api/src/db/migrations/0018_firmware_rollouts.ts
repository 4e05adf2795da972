import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** A copy of the values at the time of this migration; a later migration changes them. */
const ROLLOUT_STATES = ['running', 'paused', 'stopped', 'finished', 'cancelled'];

/** Rollouts of archives to devices in phases; the state of a device follows from its command. */
export const firmwareRollouts: Migration = {
  async up(db) {
    await sql`
      create table firmware_rollouts (
        id uuid primary key,
        filename text not null,
        firmware_version text not null,
        params jsonb not null,
        state text not null default 'running' check (state in ${oneOf(ROLLOUT_STATES)}),
        reason text,
        phases jsonb not null,
        phase int not null default 0,
        next_phase_at timestamptz,
        max_error_rate double precision not null,
        phase_pause_s int not null,
        judged_from timestamptz not null default now(),
        devices int not null,
        step int not null default 0,
        started_by int references users on delete set null,
        created_at timestamptz not null default now(),
        finished_at timestamptz
      )`.execute(db);
    // A device could otherwise be told to install two versions at the same time.
    await sql`
      create unique index firmware_rollouts_active on firmware_rollouts ((true))
      where state in ('running', 'paused')`.execute(db);
    await sql`create index firmware_rollouts_created on firmware_rollouts (created_at desc)`.execute(db);
    await sql`
      create table firmware_rollout_devices (
        rollout_id uuid not null references firmware_rollouts on delete cascade,
        device_id int not null references devices on delete cascade,
        phase int not null,
        claimed_at timestamptz,
        command_id uuid,
        error text,
        error_type text,
        primary key (rollout_id, device_id)
      )`.execute(db);
    await sql`create index firmware_rollout_devices_device on firmware_rollout_devices (device_id)`.execute(db);
  },
};
