import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A copy of the value at the time of this migration. */
const REJECTED_FIELDS = 20;

/**
 * Who has saved the configuration of a device. The trigger of 0019 notes it with the version; an id in an event outlives the
 * account, as it does for owners.
 */
export const configurationAuthors: Migration = {
  async up(db) {
    await sql`alter table device_configs add column saved_by int references users on delete set null`.execute(db);
    await sql`create index device_configs_saved_by on device_configs (saved_by)`.execute(db);
    await sql`
      create or replace function record_device_configuration() returns trigger language plpgsql as $$
      declare
        refused jsonb := coalesce(new.reported -> 'rejected', '{}');
      begin
        if new.version > 0 and (tg_op = 'INSERT' or new.version <> old.version) then
          perform add_device_event(new.device_id, 'configuration', jsonb_build_object(
            'phase', 'saved', 'version', new.version, 'rejected', jsonb_build_object(), 'saved_by', new.saved_by));
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
  },
};
