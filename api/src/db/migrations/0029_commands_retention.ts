import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the deletion of old commands needs: an index by age, and the outcome of a rollout on a device beside it. */
export const commandsRetention: Migration = {
  async up(db) {
    await sql`create index commands_issued on commands (issued_at)`.execute(db);
    await sql`alter table firmware_rollout_devices add column outcome text`.execute(db);
    await sql`
      create index firmware_rollout_devices_open on firmware_rollout_devices (command_id)
      where outcome is null and command_id is not null`.execute(db);
    // When a job has last looked at a rollout.
    await sql`alter table firmware_rollouts add column checked_at timestamptz not null default now()`.execute(db);
  },
};
