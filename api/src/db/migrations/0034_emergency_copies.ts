import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which devices have the audio of the prepared emergency messages of their programme, as they report it. */
export const emergencyCopies: Migration = {
  async up(db) {
    // The items of one index belong together.
    await sql`
      alter table programme_contents
        add column emergency_ids uuid[] not null default '{}',
        add column emergency_message_ids int[] not null default '{}'`.execute(db);
    await sql`
      create table emergency_copies (
        device_id int not null references devices on delete cascade,
        receipt_id uuid not null,
        held boolean not null,
        at timestamptz not null,
        primary key (device_id, receipt_id)
      )`.execute(db);
    // A device with another owner or key has forgotten its audio; see PLAY-8.
    await sql`
      create function forget_emergency_copies() returns trigger language plpgsql as $$
      begin
        delete from emergency_copies where device_id = new.device_id;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger devices_emergency_copies after update of user_id, key_hash on devices for each row
        when ((old.user_id, old.key_hash) is distinct from (new.user_id, new.key_hash))
        execute function forget_emergency_copies()`.execute(db);
    // Programmes that are compiled already have no ids.
    await sql`
      insert into stale_programmes (user_id) select distinct user_id from messages where emergency`.execute(db);
  },
};
