import { sql, type RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';

const DEVICE_FIELDS = [
  'device_type',
  'device_mode',
  'company_id',
  'user_id',
  'note',
  'description',
  'email',
  'pass_hash',
];
const USER_FIELDS = [
  'name',
  'email',
  'email_confirm',
  'phone',
  'phone_confirm',
  'role',
  'lang',
  'country',
  'country_code',
  'city',
  'region',
  'utc_offset',
  'time_zone',
];

const rowOf = (alias: 'old' | 'new', fields: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(fields.map((field) => sql.ref(`${alias}.${field}`)))})`;

/**
 * The revision of the editable columns of devices and users, by which a concurrent edit is detected. A trigger increments
 * it, because many statements write these columns. A sign-in or a new key does not change it.
 */
export const revisions: Migration = {
  async up(db) {
    await sql`
      create function count_revision() returns trigger language plpgsql as $$
      begin
        new.revision := old.revision + 1;
        return new;
      end $$`.execute(db);
    for (const [table, fields] of [
      ['devices', DEVICE_FIELDS],
      ['users', USER_FIELDS],
    ] as const) {
      await sql`alter table ${sql.table(table)} add column revision int not null default 1`.execute(db);
      await sql`
        create trigger count_revision before update on ${sql.table(table)} for each row
        when (${rowOf('old', fields)} is distinct from ${rowOf('new', fields)})
        execute function count_revision()`.execute(db);
    }
  },
};
