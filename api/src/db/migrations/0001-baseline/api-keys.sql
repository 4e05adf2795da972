-- Keys of programs.

create table api_keys (
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
);
comment on column api_keys.user_id is 'The account as which the program acts; its membership of the node gives it its rights.';
comment on column api_keys.key_hash is 'SHA-256 of the key.';
create index api_keys_company on api_keys (company_id);
create index api_keys_created_by on api_keys (created_by) where created_by is not null;
