-- Brokers of Home Assistant that get the places of an organisation.

create table home_assistants (
  id int generated always as identity primary key,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  url text not null,
  username text not null,
  password bytea,
  version text not null check (version in ('3.1.1', '5')),
  prefix text not null,
  allows text[] not null,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('person', 'creator')),
  state text not null default 'connecting' check (state in ('connecting', 'connected', 'away')),
  problem text,
  state_at timestamptz,
  places int not null default 0,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);
comment on table home_assistants is 'Connections to brokers of Home Assistant; one instance holds all of them.';
comment on column home_assistants.company_id is 'It gets this node and the places below it.';
comment on column home_assistants.password is 'Encrypted with a key derived from SERVICE_SECRET.';
comment on column home_assistants.created_by is 'With whose rights it acts.';
create index home_assistants_owner on home_assistants (owner_id);
create index home_assistants_company on home_assistants (company_id);
create index home_assistants_created_by on home_assistants (created_by) where created_by is not null;
