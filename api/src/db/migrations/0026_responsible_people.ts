import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The people who are told about the places below a node. */
export const responsiblePeople: Migration = {
  async up(db) {
    await sql`
      create table responsible_people (
        company_id int not null references companies on delete cascade,
        position int not null,
        name text not null,
        email text,
        phone text,
        language text not null check (language in ('en', 'ru')),
        primary key (company_id, position),
        check (email is not null or phone is not null)
      )`.execute(db);
  },
};
