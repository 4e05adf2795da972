import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the server does at the instants of schedules: maintenance, reports, and checks whether places have heard a run. */
export const scheduleTasks: Migration = {
  async up(db) {
    await sql`
      create table schedule_tasks (
        run_id uuid not null,
        at timestamptz not null,
        kind text not null check (kind in ('maintenance', 'report', 'check')),
        schedule_id int not null references schedules on delete cascade,
        user_id int not null references users on delete cascade,
        due_at timestamptz not null,
        done_at timestamptz,
        primary key (run_id, at, kind)
      )`.execute(db);
    await sql`create index schedule_tasks_user on schedule_tasks (user_id, due_at)`.execute(db);
    await sql`create index schedule_tasks_schedule on schedule_tasks (schedule_id)`.execute(db);
    // So that tasks exist for schedules that exist.
    await sql`
      insert into stale_programmes (user_id) select distinct user_id from schedules`.execute(db);
  },
};
