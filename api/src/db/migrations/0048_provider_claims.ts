import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Providers as they are: some do not say whether an address is verified, and some leave out groups. */
export const providerClaims: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table identity_providers
    add column trusts_email boolean not null default false,
    add column asks_groups boolean not null default true,
    add column last_refusal text,
    add column last_refusal_at timestamptz`,
  `comment on column identity_providers.trusts_email is 'The owner takes the mail addresses of proven domains without the claim that they are verified.'`,
  `comment on column identity_providers.asks_groups is 'The scope groups is asked for where the provider offers it.'`,
  `comment on column identity_providers.last_refusal is 'Why the last sign-in, or part of a call of the directory, was refused.'`,
  `alter table user_identities add column groups_left_out boolean not null default false`,
  `comment on column user_identities.groups_left_out is 'The provider named no groups at the last sign-in because they are too many; those of before are kept.'`,
] as const;
