-- The audit log and its chain.

-- Ids without foreign keys, because an entry outlives the account.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id int,
  acting_as int,
  action text not null,
  object_kind text not null,
  object_id text not null,
  details jsonb,
  ip text,
  key_id bigint,
  api_key_id int,
  door text,
  company_id int,
  owner_id int,
  in_timeline boolean not null default true,
  before jsonb,
  after jsonb,
  seq bigint,
  prev_id bigint,
  prev_hash bytea,
  hash bytea
);
comment on column audit_log.user_id is 'The user who acted: the administrator where they acted as another user.';
comment on column audit_log.acting_as is 'The user as whom an administrator acted; null otherwise.';
comment on column audit_log.details is 'Contains no secrets.';
comment on column audit_log.key_id is 'The key of the session with which the call was made.';
comment on column audit_log.api_key_id is 'The key of a program with which the call was made.';
comment on column audit_log.door is 'How the change came in; null in rows of earlier releases.';
comment on column audit_log.company_id is 'The node that the change concerns; without a foreign key, so that the row outlives it.';
comment on column audit_log.owner_id is 'Whose organisation the change concerns.';
comment on column audit_log.in_timeline is 'Whether the timeline of a device shows the row; it has entries of other types for what owners do with their own.';
comment on column audit_log.before is 'What has changed, as it was; without secrets, cut at a limit.';
comment on column audit_log.after is 'What has changed, as it is since; without secrets, cut at a limit.';
comment on column audit_log.seq is 'The place in the chain, from 1 without gaps; null until the row is chained.';
comment on column audit_log.prev_id is 'The id of the row before it in the chain; 0 for the first one.';
comment on column audit_log.prev_hash is 'The hash of the row before it in the chain.';
comment on column audit_log.hash is 'SHA-256 of all other columns; see schemas/src/domain/audit-chain.ts.';
create index audit_log_at on audit_log (at);
create index audit_log_device on audit_log (object_id, at, id) where object_kind = 'device';
-- The bulk changes that a device was part of are found by its serial number, for its timeline.
create index audit_log_devices on audit_log using gin (((details -> 'serials')) jsonb_path_ops) where object_kind = 'devices';
create index audit_log_seq on audit_log (seq) where seq is not null;
create index audit_log_unchained on audit_log (id) where hash is null;
create index audit_log_owner on audit_log (owner_id, at, id) where owner_id is not null;
create index audit_log_user on audit_log (user_id, at, id);
create index audit_log_company on audit_log (company_id, at, id) where company_id is not null;
create index audit_log_action on audit_log (action text_pattern_ops, at, id);
create index audit_log_timeline on audit_log (object_id, at, id) where (object_kind = 'device') and in_timeline;

create table audit_chain (
  only_row boolean default true primary key check (only_row),
  last_seq bigint not null default 0,
  last_id bigint not null default 0,
  last_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea,
  first_seq bigint not null default 0,
  first_id bigint not null default 0,
  first_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
);
comment on table audit_chain is 'Both ends of the chain of audit_log: the last row, and the last one that retention has deleted.';

create table audit_roots (
  day text primary key,
  seq bigint not null,
  id bigint not null,
  hash bytea not null,
  signature bytea not null,
  signed_at timestamptz not null default now()
);
comment on table audit_roots is 'The last row of the chain at the end of each day (UTC), signed; kept when the rows are deleted.';
comment on column audit_roots.signature is 'Ed25519; see schemas/src/domain/audit-chain.ts for what is signed.';

create table audit_signing_key (
  only_row boolean default true primary key check (only_row),
  sealed bytea not null,
  public_key text not null,
  stored_at timestamptz not null default now()
);
comment on table audit_signing_key is 'The Ed25519 key that signs audit_roots and exports, generated once.';
comment on column audit_signing_key.sealed is 'The private key as PEM, encrypted with a key derived from SERVICE_SECRET.';

create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'rows of audit_log are not changed or deleted' using errcode = 'insufficient_privilege';
  end $$;
create trigger audit_log_refuse_update before update on audit_log for each row when (old.hash is not null or (old.id, old.at, old.user_id, old.acting_as, old.key_id, old.api_key_id, old.door, old.action, old.object_kind, old.object_id, old.company_id, old.owner_id, old.in_timeline, old.ip, old.details, old.before, old.after) is distinct from (new.id, new.at, new.user_id, new.acting_as, new.key_id, new.api_key_id, new.door, new.action, new.object_kind, new.object_id, new.company_id, new.owner_id, new.in_timeline, new.ip, new.details, new.before, new.after)) execute function refuse_audit_change();
create trigger audit_log_refuse_delete before delete on audit_log for each row when (coalesce(current_setting('belfry.audit_retention', true), '') <> 'on') execute function refuse_audit_change();
create trigger audit_log_refuse_truncate before TRUNCATE on audit_log for each statement execute function refuse_audit_change();

insert into audit_chain default values;
