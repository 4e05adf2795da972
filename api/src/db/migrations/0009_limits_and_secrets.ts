import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The time when a message's secret was removed, messages that only roots may read, and the number of nodes per user. */
export const limitsAndSecrets: Migration = {
  async up(db) {
    await sql`
      alter table outgoing_messages
        add column secret_removed_at timestamptz,
        add column root_only boolean not null default false`.execute(db);
    // For messages of deleted accounts; for existing ones the role is checked too.
    await sql`
      update outgoing_messages m set root_only = true
      from users u where u.id = m.user_id and u.role = 'root'`.execute(db);
    // The few messages with a code or link, which are checked every second.
    await sql`
      create index outgoing_messages_secret on outgoing_messages (user_id)
      where code is not null or link is not null`.execute(db);

    await sql`
      create table company_counts (
        user_id int primary key references users on delete cascade,
        nodes int not null
      )`.execute(db);
    await sql`
      insert into company_counts (user_id, nodes)
      select user_id, count(*) from companies group by user_id`.execute(db);
    // Statement-level triggers run last, so the counter row is not locked during a long statement. Concurrent changes of
    // one user's nodes are serialised by this lock.
    await sql`
      create function count_added_companies() returns trigger language plpgsql as $$
      begin
        insert into company_counts as c (user_id, nodes)
        select user_id, count(*) from added group by user_id order by user_id
        on conflict (user_id) do update set nodes = c.nodes + excluded.nodes;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger companies_count_added after insert on companies
      referencing new table as added for each statement execute function count_added_companies()`.execute(db);
    await sql`
      create function count_removed_companies() returns trigger language plpgsql as $$
      begin
        update company_counts c set nodes = c.nodes - r.nodes
        from (select user_id, count(*) as nodes from removed group by user_id) r
        where c.user_id = r.user_id;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger companies_count_removed after delete on companies
      referencing old table as removed for each statement execute function count_removed_companies()`.execute(db);
  },
};
