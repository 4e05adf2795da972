import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Registrations that nobody has confirmed stand side by side: each has its code, and wrong guesses of others count apart. */
export const sideBySide: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `drop index users_email_key`,
  `create unique index users_email_key on users (lower(email)) where not registration_pending`,
  `create index users_pending_email on users (lower(email)) where registration_pending`,
  `drop index users_phone_key`,
  `create unique index users_phone_key on users (phone) where not registration_pending`,
  `create index users_pending_phone on users (phone) where registration_pending`,
  `alter table confirmation_codes add column tries_of_strangers int not null default 0`,
  `comment on column users.email is 'The address as it was typed; unique, case-insensitive, among accounts that are no pending registrations.'`,
  `comment on column confirmation_codes.tries_of_strangers is 'Wrong guesses of browsers that did not register the account.'`,
] as const;
