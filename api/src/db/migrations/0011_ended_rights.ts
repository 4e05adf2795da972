import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose rights became fewer, so that what they have started is stopped, whoever changed them and whatever process dies. */
export const endedRights: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table ended_rights (
    user_id int not null,
    owner_id int not null,
    noted_at timestamptz not null default now(),
    primary key (user_id, owner_id)
  )`,
  `comment on table ended_rights is 'Members whose memberships in an organisation have changed or ended, until what they have started is checked.'`,
  `create function note_ended_rights() returns trigger language plpgsql as $$
  begin
    insert into ended_rights (user_id, owner_id)
    select old.user_id, c.user_id from companies c where c.company_id = old.company_id
    on conflict (user_id, owner_id) do update set noted_at = clock_timestamp();
    return null;
  end $$`,
  `create trigger memberships_note_ended_rights after delete or update of rights, expires_at on memberships
    for each row execute function note_ended_rights()`,
];
