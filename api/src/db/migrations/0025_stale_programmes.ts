import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The programmes of devices, and what makes them stale. Triggers record it in the transaction of the change, because many
 * features change what a programme is compiled from.
 */
export const staleProgrammes: Migration = {
  async up(db) {
    await createTables(db);
    await markByOwner(db);
    await markSchedules(db);
    await markPlaces(db);
    // Devices that exist already.
    await sql`
      insert into stale_programmes (user_id) select distinct user_id from devices where user_id is not null`.execute(
      db,
    );
  },
};

async function createTables(db: Kysely<unknown>): Promise<void> {
  // Places with equal inputs share their content, so that the same bells are not stored for each of 10,000 devices.
  await sql`
    create table programme_contents (
      user_id int not null,
      hash text not null,
      content text not null,
      schedule_ids int[] not null,
      checks jsonb not null,
      primary key (user_id, hash)
    )`.execute(db);
  await sql`
    create table programmes (
      device_id int primary key references devices on delete cascade,
      user_id int not null,
      content_hash text not null,
      version int not null,
      sha256 text not null,
      announced int,
      compiled_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index programmes_user on programmes (user_id, content_hash)`.execute(db);
  await sql`
    create index programmes_unannounced on programmes (device_id) where announced is distinct from version`.execute(db);
  await sql`
    create table stale_programmes (
      id bigint generated always as identity primary key,
      user_id int,
      schedule_id int,
      device_id int,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table programme_owners (
      user_id int primary key,
      lease uuid,
      leased_at timestamptz,
      rendering_at timestamptz,
      compiled_until timestamptz
    )`.execute(db);
}

/** Tables whose rows have an owner: all programmes of the owner are stale. */
const OWNED = [
  'messages',
  'audio',
  'playlists',
  'stations',
  'dictionary_entries',
  'holiday_calendars',
  'device_groups',
];

const trigger = async (db: Kysely<unknown>, table: string, run: string, ops = ['insert', 'update', 'delete']) => {
  for (const op of ops) {
    const rows = { insert: 'new table as new_rows', delete: 'old table as old_rows' }[op];
    await sql`
      create trigger ${sql.id(`stale_programmes_${op}`)} after ${sql.raw(op)} on ${sql.table(table)}
      referencing ${sql.raw(rows ?? 'old table as old_rows new table as new_rows')}
      for each statement execute function ${sql.raw(run)}()`.execute(db);
  }
};

async function markByOwner(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function mark_stale_by_owner() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into stale_programmes (user_id) select distinct user_id from old_rows;
      else
        insert into stale_programmes (user_id) select distinct user_id from new_rows;
      end if;
      return null;
    end $$`.execute(db);
  for (const table of OWNED) await trigger(db, table, 'mark_stale_by_owner');

  await sql`
    create function mark_stale_by_playlist() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into stale_programmes (user_id)
        select distinct p.user_id from old_rows o join playlists p on p.id = o.playlist_id;
      else
        insert into stale_programmes (user_id)
        select distinct p.user_id from new_rows n join playlists p on p.id = n.playlist_id;
      end if;
      return null;
    end $$`.execute(db);
  await trigger(db, 'playlist_items', 'mark_stale_by_playlist');
}

/** A change of what the compilation itself writes does not count; it leaves the revision. */
async function markSchedules(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function mark_stale_by_schedule() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into stale_programmes (user_id, schedule_id) select user_id, id from old_rows;
      elsif tg_op = 'INSERT' then
        insert into stale_programmes (user_id, schedule_id) select user_id, id from new_rows;
      else
        insert into stale_programmes (user_id, schedule_id)
        select n.user_id, n.id from new_rows n join old_rows o on o.id = n.id where n.revision <> o.revision;
      end if;
      return null;
    end $$`.execute(db);
  await trigger(db, 'schedules', 'mark_stale_by_schedule');
}

async function markPlaces(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function mark_stale_by_device() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into stale_programmes (user_id, device_id)
        select user_id, device_id from new_rows where user_id is not null;
      else
        insert into stale_programmes (user_id, device_id)
        select n.user_id, n.device_id from new_rows n join old_rows o on o.device_id = n.device_id
        where (n.user_id, n.company_id) is distinct from (o.user_id, o.company_id);
      end if;
      return null;
    end $$`.execute(db);
  await trigger(db, 'devices', 'mark_stale_by_device', ['insert', 'update']);

  await sql`
    create function mark_stale_by_node() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id)
      select distinct n.user_id from new_rows n join old_rows o on o.company_id = n.company_id
      where to_jsonb(n) - 'updated_at' <> to_jsonb(o) - 'updated_at';
      return null;
    end $$`.execute(db);
  await trigger(db, 'companies', 'mark_stale_by_node', ['update']);

  await sql`
    create function mark_stale_by_group() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into stale_programmes (user_id)
        select distinct g.user_id from old_rows o join device_groups g on g.id = o.group_id;
      else
        insert into stale_programmes (user_id)
        select distinct g.user_id from new_rows n join device_groups g on g.id = n.group_id;
      end if;
      return null;
    end $$`.execute(db);
  await trigger(db, 'device_group_elements', 'mark_stale_by_group');

  await sql`
    create function mark_stale_by_day_programme() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into stale_programmes (user_id)
        select distinct c.user_id from old_rows o join companies c on c.company_id = o.company_id;
      else
        insert into stale_programmes (user_id)
        select distinct c.user_id from new_rows n join companies c on c.company_id = n.company_id;
      end if;
      return null;
    end $$`.execute(db);
  await trigger(db, 'day_programmes', 'mark_stale_by_day_programme');
}
