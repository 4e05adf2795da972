-- Identity providers, the people and groups that they and their directories name, and sign-ins under way.

create table identity_providers (
  provider_id int generated always as identity primary key,
  owner_id int not null references users on delete cascade,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  roles_claim text not null,
  passwords_allowed boolean not null default true,
  show_on_sign_in boolean not null default false,
  scim_token_hash bytea unique,
  scim_token_made_at timestamptz,
  created_at timestamptz not null default now(),
  revision int not null default 1,
  trusts_email boolean not null default false,
  asks_groups boolean not null default true,
  last_refusal text,
  last_refusal_at timestamptz
);
comment on table identity_providers is 'Where the people of an organisation sign in with OpenID Connect.';
comment on column identity_providers.client_secret is 'Encrypted with a key derived from SERVICE_SECRET.';
comment on column identity_providers.roles_claim is 'The claim whose values the rules name.';
comment on column identity_providers.passwords_allowed is 'Whether its people may sign in with a password as well.';
comment on column identity_providers.show_on_sign_in is 'Offered to everybody, set by administrators.';
comment on column identity_providers.scim_token_hash is 'SHA-256; the token itself is never stored.';
comment on column identity_providers.trusts_email is 'The owner takes the mail addresses of proven domains without the claim that they are verified.';
comment on column identity_providers.asks_groups is 'The scope groups is asked for where the provider offers it.';
comment on column identity_providers.last_refusal is 'Why the last sign-in, or part of a call of the directory, was refused.';
create index identity_providers_owner on identity_providers (owner_id);

create table identity_provider_domains (
  provider_id int references identity_providers on delete cascade,
  domain text,
  dns_value text not null,
  proven_at timestamptz,
  proven_by text check (proven_by in ('dns', 'administrator')),
  primary key (provider_id, domain)
);
comment on column identity_provider_domains.domain is 'In lower case.';
comment on column identity_provider_domains.dns_value is 'The TXT record that proves it.';
create unique index identity_provider_domains_proven on identity_provider_domains (domain) where proven_at is not null;

create table identity_provider_rules (
  provider_id int references identity_providers on delete cascade,
  value text,
  company_id int references companies on delete cascade,
  role text check (role in ('viewer', 'announcer', 'planner', 'technician', 'manager')),
  may_emergency boolean not null default false,
  rights int not null,
  primary key (provider_id, value, company_id, role)
);
comment on column identity_provider_rules.value is 'Of the claim, or the name of a group of the directory.';
comment on column identity_provider_rules.rights is 'The bits of the role; see schemas/src/domain/rights.ts.';
create index identity_provider_rules_company on identity_provider_rules (company_id);

create table user_identities (
  identity_id int generated always as identity primary key,
  provider_id int not null references identity_providers on delete cascade,
  issuer text not null,
  subject text not null,
  user_id int not null references users on delete cascade,
  claim_values text[] not null,
  created_at timestamptz not null default now(),
  last_sign_in timestamptz not null default now(),
  made_account boolean not null default false,
  groups_left_out boolean not null default false,
  unique (provider_id, issuer, subject)
);
comment on table user_identities is 'Who a person is at an identity provider.';
comment on column user_identities.claim_values is 'Those of the roles claim at the last sign-in.';
comment on column user_identities.made_account is 'Whether the account was made for it.';
comment on column user_identities.groups_left_out is 'The provider named no groups at the last sign-in because they are too many; those of before are kept.';
create index user_identities_user on user_identities (user_id);

create table sign_on_attempts (
  state_hash bytea primary key,
  provider_id int not null references identity_providers on delete cascade,
  issuer text not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  created_at timestamptz not null default now()
);
comment on table sign_on_attempts is 'Sign-ins that are at a provider now, each used once.';
comment on column sign_on_attempts.browser_hash is 'SHA-256 of the cookie of the browser that began it.';
create index sign_on_attempts_created on sign_on_attempts (created_at);
create index sign_on_attempts_provider_id on sign_on_attempts (provider_id) where provider_id is not null;

create table sign_on_results (
  token_hash bytea primary key,
  identity_id int not null references user_identities on delete cascade,
  browser_hash bytea not null,
  session_id text,
  created_at timestamptz not null default now()
);
comment on table sign_on_results is 'Sign-ins that a provider has confirmed, until the console exchanges them for a key.';
comment on column sign_on_results.session_id is 'That of the provider, by which it ends this session.';
create index sign_on_results_identity_id on sign_on_results (identity_id) where identity_id is not null;

create table sign_on_sessions (
  key_id bigint primary key references user_keys on delete cascade,
  identity_id int not null references user_identities on delete cascade,
  session_id text
);
comment on table sign_on_sessions is 'Which keys a provider may end.';
create index sign_on_sessions_identity on sign_on_sessions (identity_id);

create table used_logout_tokens (
  provider_id int references identity_providers on delete cascade,
  token_id text,
  created_at timestamptz not null default now(),
  primary key (provider_id, token_id)
);
comment on table used_logout_tokens is 'Each logout of a provider is accepted once.';

create table directory_people (
  person_id int generated always as identity primary key,
  provider_id int not null references identity_providers on delete cascade,
  user_id int not null references users on delete cascade,
  user_name text not null,
  external_id text,
  given_name text,
  family_name text,
  active boolean not null default true,
  made_account boolean not null,
  suspended boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (provider_id, user_id)
);
comment on table directory_people is 'People whom the directory of an organisation has sent by SCIM.';
comment on column directory_people.made_account is 'Whether the account was made for it.';
comment on column directory_people.suspended is 'Whether the account is suspended because the person has left.';
comment on column directory_people.deleted_at is 'The directory does not know the person any more; kept, so that a return lifts the suspension.';
create unique index directory_people_name on directory_people (provider_id, lower(user_name)) where deleted_at is null;
create index directory_people_user on directory_people (user_id);

create table directory_groups (
  group_id int generated always as identity primary key,
  provider_id int not null references identity_providers on delete cascade,
  name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table directory_groups is 'Groups that the directory of an organisation has sent by SCIM.';
create unique index directory_groups_name on directory_groups (provider_id, lower(name));

create table directory_group_members (
  group_id int references directory_groups on delete cascade,
  person_id int references directory_people on delete cascade,
  primary key (group_id, person_id)
);
create index directory_group_members_person on directory_group_members (person_id);

alter table memberships add foreign key (provider_id) references identity_providers(provider_id) on delete cascade;
