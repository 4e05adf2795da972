import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How a run is played, and the commands that were sent for it, so that those which wait can be cancelled. */
export const announcementCommands: Migration = {
  async up(db) {
    await sql`
      alter table announcement_runs
        add column chime text not null default 'none',
        add column repeat int not null default 1,
        add column pause_ms int not null default 0,
        add column targets jsonb`.execute(db);
    await sql`alter table announcement_parts add column command_id uuid`.execute(db);
    await sql`
      create index announcement_runs_active on announcement_runs (user_id)
      where kind in ('emergency', 'drill') and state in ('rendering', 'running')`.execute(db);
  },
};
