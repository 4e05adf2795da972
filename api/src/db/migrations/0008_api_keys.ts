import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of programs. Each belongs to an account without password and mail, so that everything a program does has an actor with rights of its own. */
export const apiKeys: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table users add column program boolean not null default false`,
  `comment on column users.program is 'The account of a key of a program; nobody signs in with it, and no list of people has it.'`,
  `create table api_keys (
    id int generated always as identity primary key,
    user_id int not null unique references users on delete cascade,
    company_id int not null references companies on delete cascade,
    name text not null,
    key_hash bytea not null unique,
    prefix text not null,
    scopes jsonb not null,
    created_by int references users on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `comment on column api_keys.user_id is 'The account as which the program acts; its membership of the node gives it its rights.'`,
  `comment on column api_keys.key_hash is 'SHA-256 of the key.'`,
  `create index api_keys_company on api_keys (company_id)`,
];
