import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The editable columns of a device, whose changes increment its revision. */
const FIELDS = [
  'device_type',
  'device_mode',
  'company_id',
  'user_id',
  'note',
  'description',
  'email',
  'pass_hash',
  'tags',
];
/** A copy of the limit at the time of this migration. */
const TAGS_MAX = 16;

const rowOf = (alias: 'old' | 'new') => sql`(${sql.join(FIELDS.map((field) => sql.ref(`${alias}.${field}`)))})`;

/** Tags of devices: a column, because every list shows them and a device has few. The index serves the filter. */
export const deviceTags: Migration = {
  async up(db) {
    await sql`
      alter table devices add column tags text[] not null default '{}'
        check (cardinality(tags) <= ${sql.lit(TAGS_MAX)})`.execute(db);
    await sql`create index devices_tags on devices using gin (tags)`.execute(db);
    await sql`drop trigger count_revision on devices`.execute(db);
    await sql`
      create trigger count_revision before update on devices for each row
      when (${rowOf('old')} is distinct from ${rowOf('new')})
      execute function count_revision()`.execute(db);
  },
};
