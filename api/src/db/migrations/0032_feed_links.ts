import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A new role or password, or a block, ends the iCalendar link of the user, as it ends the sessions. */
export const feedLinks: Migration = {
  async up(db) {
    await sql`
      create function end_schedule_feed() returns trigger language plpgsql as $$
      begin
        delete from schedule_feeds where user_id = new.id;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger users_end_schedule_feed after update of role, password_hash, blocked, active on users for each row
      when ((old.role, old.password_hash, old.blocked, old.active) is distinct from (new.role, new.password_hash, new.blocked, new.active))
      execute function end_schedule_feed()`.execute(db);
  },
};
