import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What members do for the organisation of somebody else: command runs belong to the owner of the devices too, templates say who made them. */
export const workOfMembers: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table command_runs add column owner_id int references users on delete set null`,
  `comment on column command_runs.owner_id is 'The owner of all of its devices, where a member has started it.'`,
  `create index command_runs_owner on command_runs (owner_id, created_at desc) where owner_id is not null`,
  `alter table sms_templates add column created_by int references users on delete set null`,
  `comment on column announcement_runs.user_id is 'The user who has started the run, or for whose organisation a member has; for a scheduled run the owner of the schedule.'`,
];
