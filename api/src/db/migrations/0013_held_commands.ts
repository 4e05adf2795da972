import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Deliveries that wait for their device (`held`), the lease of the instance that is publishing one (`claimed_until`), commands for
 * the devices of a run, and runs that are paused.
 */
export const heldCommands: Migration = {
  async up(db) {
    await sql`alter table commands drop constraint commands_target_check`.execute(db);
    await sql`alter table commands add constraint commands_target_check check (target in ('device', 'fleet', 'run'))`.execute(
      db,
    );
    await sql`alter table commands add column paused boolean not null default false`.execute(db);
    await sql`
      alter table command_deliveries
        add column held boolean not null default false,
        add column claimed_until timestamptz`.execute(db);
    await sql`
      create index command_deliveries_held on command_deliveries (device_id)
      where held and state in ('queued', 'sent')`.execute(db);
  },
};
