import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const TYPES = ['connection', 'firmware', 'configuration', 'owner', 'binding'];
const PER_DAY = 100;
const REJECTED_FIELDS = 20;

/**
 * The part of a device's timeline that no other table keeps. Triggers write it, in the statement that changes the row, since
 * five statements change the status of devices, each for a whole batch.
 */
export const deviceEvents: Migration = {
  async up(db) {
    await sql`
      create table device_events (
        id bigint generated always as identity primary key,
        device_id int not null references devices on delete cascade,
        type text collate "C" not null check (type in ${oneOf(TYPES)}),
        at timestamptz not null default now(),
        details jsonb not null
      )`.execute(db);
    await sql`create index device_events_device on device_events (device_id, type, at, id)`.execute(db);
    // For the retention: rows are appended in the order of time.
    await sql`create index device_events_at on device_events using brin (at)`.execute(db);
    // Hides what happened to a device before its present owner had it. What that was before this migration is not known.
    await sql`alter table devices add column owned_since timestamptz not null default now()`.execute(db);
    await sql`
      create index audit_log_device on audit_log (object_id, at, id) where object_kind = 'device'`.execute(db);
    await createRecorder(db);
    await recordStates(db);
    await recordConfigurations(db);
    await recordOwners(db);
  },
};

/** A device that reconnects in a loop, or reports another version with every message, leaves so many rows a day and type. */
async function createRecorder(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_device_event(device int, kind text, what jsonb) returns void language plpgsql as $$
    declare
      recorded int;
    begin
      select count(*) into recorded from (
        select from device_events e
        where e.device_id = device and e.type = kind and e.at > now() - interval '1 day'
        limit ${sql.lit(PER_DAY)}
      ) as today;
      if recorded < ${sql.lit(PER_DAY)} then
        insert into device_events (device_id, type, details)
        values (device, kind, what || jsonb_build_object('limited', recorded = ${sql.lit(PER_DAY - 1)}));
      end if;
    end $$`.execute(db);
}

/** The condition keeps the function from being called for the messages that change neither status nor version. */
async function recordStates(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_device_state() returns trigger language plpgsql as $$
    begin
      if new.status is distinct from old.status then
        perform add_device_event(new.device_id, 'connection',
          jsonb_build_object('status', new.status, 'silent', new.silent));
      end if;
      if new.device_version <> '' and new.device_version is distinct from old.device_version then
        perform add_device_event(new.device_id, 'firmware',
          jsonb_build_object('version', new.device_version, 'previous', nullif(old.device_version, '')));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger record_device_state after update of reported_status, silent, device_version on device_state
    for each row when (old.status is distinct from new.status or old.device_version is distinct from new.device_version)
    execute function record_device_state()`.execute(db);
}

/** Version 0 is the configuration that nobody has saved. */
async function recordConfigurations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_device_configuration() returns trigger language plpgsql as $$
    declare
      refused jsonb := coalesce(new.reported -> 'rejected', '{}');
    begin
      if new.version > 0 and (tg_op = 'INSERT' or new.version <> old.version) then
        perform add_device_event(new.device_id, 'configuration',
          jsonb_build_object('phase', 'saved', 'version', new.version, 'rejected', jsonb_build_object()));
      end if;
      if new.reported_version > 0 and (tg_op = 'INSERT' or new.reported_version is distinct from old.reported_version
          or refused <> coalesce(old.reported -> 'rejected', '{}')) then
        perform add_device_event(new.device_id, 'configuration', jsonb_build_object(
          'phase', case when refused = '{}' then 'applied' else 'rejected' end,
          'version', new.reported_version,
          'rejected', (
            select coalesce(jsonb_object_agg(key, value), '{}')
            from (select key, value from jsonb_each(refused) order by key limit ${sql.lit(REJECTED_FIELDS)}) as first_fields
          )));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger record_device_configuration after insert or update of version, reported, reported_version
    on device_configs for each row execute function record_device_configuration()`.execute(db);
}

async function recordOwners(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_device_owner() returns trigger language plpgsql as $$
    begin
      if new.user_id is distinct from old.user_id then
        perform add_device_event(new.device_id, 'owner',
          jsonb_build_object('user_id', new.user_id, 'previous_id', old.user_id));
      end if;
      if new.company_id is distinct from old.company_id then
        perform add_device_event(new.device_id, 'binding', jsonb_build_object('company_id', new.company_id));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger record_device_owner after update of user_id, company_id on devices
    for each row when (old.user_id is distinct from new.user_id or old.company_id is distinct from new.company_id)
    execute function record_device_owner()`.execute(db);
}
