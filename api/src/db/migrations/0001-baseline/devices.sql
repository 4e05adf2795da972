-- Devices, claims and approvals, and what has happened to each.

create table saved_device_filters (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  filters jsonb not null,
  created_at timestamptz not null default now()
);
comment on column saved_device_filters.name is 'Unique for its owner without regard to case.';
create unique index saved_device_filters_name on saved_device_filters (user_id, lower(name));

-- Collation C, because a serial has only digits and hyphens, and every page of the list is sorted by this index.
create table devices (
  device_id int generated always as identity primary key,
  serial text collate "C" not null check (serial ~ '^\d{4}-\d{4}-\d{4}-\d{4}$'),
  device_type text not null default 'audio' check (device_type in ('audio', 'video', 'network', 'storage', 'other')),
  device_mode text not null default 'new' check (device_mode in ('no', 'new', 'pass', 'active', 'blocked', 'wait', 'ok')),
  company_id int constraint devices_company references companies on delete set null,
  user_id int references users on delete set null,
  owned_since timestamptz not null default now(),
  note text,
  description text,
  email text,
  tags text[] not null default '{}' check (cardinality(tags) <= 16),
  pass_hash text,
  key_hash bytea,
  key_created_at timestamptz,
  key_unused boolean not null default false,
  enroll_address text,
  enroll_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision int not null default 1,
  place_id int
);
comment on column devices.user_id is 'The owner.';
comment on column devices.owned_since is 'When the owner got it; what happened before is not shown to them.';
comment on column devices.tags is 'The tags, each once, in alphabetical order (`tagsSchema`).';
comment on column devices.pass_hash is 'PHC string, argon2id; null: an administrator has to approve enrolments and claims.';
comment on column devices.key_hash is 'SHA-256 of the device key; null: not enrolled.';
comment on column devices.key_unused is 'The key was shown by create, and no device has connected with it: the device may still fetch its own.';
comment on column devices.enroll_address is 'Without a pass: from where, and until when, the device may fetch its key.';
comment on column devices.revision is 'The revision of the editable fields, maintained by a trigger.';
comment on column devices.place_id is 'The node above that of company_id; written by triggers only.';
create unique index devices_serial_key on devices (serial) include (device_id);
create index devices_user on devices (user_id);
create index devices_created_at on devices (created_at, device_id);
create unique index devices_company_key on devices (company_id) where company_id is not null;
create index devices_tags on devices using gin (tags);
create index devices_place on devices (place_id) where place_id is not null;

create table device_approvals (
  id int generated always as identity primary key,
  serial text collate "C" not null check (serial ~ '^\d{4}-\d{4}-\d{4}-\d{4}$'),
  user_id int references users on delete cascade,
  address text,
  note text,
  state text not null default 'waiting' check (state in ('waiting', 'rejected')),
  requested_at timestamptz not null default now(),
  check ((user_id is null) <> (address is null))
);
comment on table device_approvals is 'Requests without a pass: `user_id` claims a device, or a device at `address` asks for its key; never both.';
create unique index device_approvals_claim on device_approvals (serial, user_id) where user_id is not null;
create unique index device_approvals_enrolment on device_approvals (serial, address) where address is not null;
create index device_approvals_user on device_approvals (user_id);
create index device_approvals_requested on device_approvals (requested_at);

create table device_pairings (
  id int generated always as identity primary key,
  device_code_hash bytea not null unique,
  user_code_hash bytea not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'paired', 'refused', 'used')),
  model text,
  hostname text,
  device_version text,
  language text not null,
  ip text not null,
  network text not null,
  device_id int references devices on delete cascade,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  polled_at timestamptz,
  interval_s int not null
);
comment on table device_pairings is 'Devices that have asked for a code; see DEV-71.';
comment on column device_pairings.device_code_hash is 'SHA-256.';
comment on column device_pairings.user_code_hash is 'HMAC, because six letters could be guessed from a plain hash. The code is derived from the device code.';
comment on column device_pairings.network is 'The address by which it is counted.';
comment on column device_pairings.device_id is 'What a person has made of it.';
comment on column device_pairings.interval_s is 'Seconds between two calls of the device; rises when it calls too early.';
create index device_pairings_waiting on device_pairings (network, asked_at) where state = 'waiting';
create index device_pairings_expires on device_pairings (expires_at);
create index device_pairings_device on device_pairings (device_id) where device_id is not null;

create table device_twins (
  device_id int primary key references devices on delete cascade,
  stays_peer text not null,
  stays_ip text,
  refused_peer text not null,
  refused_ip text,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table device_twins is 'Devices whose key two devices have: the one that is connected, and the one that is refused.';
comment on column device_twins.stays_ip is 'As the device has reported it; null: unknown. The peer is the address of its connection.';
comment on column device_twins.seen_at is 'When the broker last told it.';

create table network_speakers (
  device_id int primary key references devices on delete cascade,
  sender text collate "C" not null,
  transport jsonb not null,
  destinations text[] not null,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table network_speakers is 'Devices without a key of their own, whose sound another device sends over the network.';
comment on column network_speakers.sender is 'The serial number of the device that sends, as long as it has the same owner; it signs in for this one with its own key.';
comment on column network_speakers.destinations is 'The addresses with ports of the transport, for what hears the same.';
create index network_speakers_sender on network_speakers (sender);

create table device_events (
  id bigint generated always as identity primary key,
  device_id int not null references devices on delete cascade,
  type text collate "C" not null check (type in ('connection', 'firmware', 'configuration', 'owner', 'binding')),
  at timestamptz not null default now(),
  details jsonb not null
);
comment on table device_events is 'Written by triggers only.';
create index device_events_device on device_events (device_id, type, at, id);
-- For the retention: rows are appended in the order of time.
create index device_events_at on device_events using brin (at);

alter table floor_plan_devices add foreign key (device_id) references devices(device_id) on delete cascade;

-- A device that reconnects in a loop, or reports another version with every message, leaves 100 rows a day and type.
create function add_device_event(device int, kind text, what jsonb) returns void language plpgsql as $$
declare
  recorded int;
begin
  select count(*) into recorded from (
    select from device_events e
    where e.device_id = device and e.type = kind and e.at > now() - interval '1 day'
    limit 100
  ) as today;
  if recorded < 100 then
    insert into device_events (device_id, type, details)
    values (device, kind, what || jsonb_build_object('limited', recorded = 99));
  end if;
end $$;

create function record_device_state() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status then
    perform add_device_event(new.device_id, 'connection',
      jsonb_build_object('status', new.status, 'silent', new.silent));
  end if;
  if new.device_version <> '' and new.device_version is distinct from old.device_version then
    perform add_device_event(new.device_id, 'firmware',
      jsonb_build_object('version', new.device_version, 'previous', nullif(old.device_version, '')));
  end if;
  return null;
end $$;

-- Version 0 is the configuration that nobody has saved. The author's id outlives the account.
create function record_device_configuration() returns trigger language plpgsql as $$
declare
  refused jsonb := coalesce(new.reported -> 'rejected', '{}');
begin
  if new.version > 0 and (tg_op = 'INSERT' or new.version <> old.version) then
    perform add_device_event(new.device_id, 'configuration', jsonb_build_object(
      'phase', 'saved', 'version', new.version, 'rejected', jsonb_build_object(), 'saved_by', new.saved_by));
  end if;
  if new.reported_version > 0 and (tg_op = 'INSERT' or new.reported_version is distinct from old.reported_version
      or refused <> coalesce(old.reported -> 'rejected', '{}')) then
    perform add_device_event(new.device_id, 'configuration', jsonb_build_object(
      'phase', case when refused = '{}' then 'applied' else 'rejected' end,
      'version', new.reported_version,
      'rejected', (
        select coalesce(jsonb_object_agg(key, value), '{}')
        from (select key, value from jsonb_each(refused) order by key limit 20) as first_fields
      )));
  end if;
  return null;
end $$;

create function record_device_owner() returns trigger language plpgsql as $$
begin
  if new.user_id is distinct from old.user_id then
    perform add_device_event(new.device_id, 'owner',
      jsonb_build_object('user_id', new.user_id, 'previous_id', old.user_id));
  end if;
  if new.company_id is distinct from old.company_id then
    perform add_device_event(new.device_id, 'binding', jsonb_build_object('company_id', new.company_id));
  end if;
  return null;
end $$;
create trigger record_device_owner after update of user_id, company_id on devices for each row when ((old.user_id, old.company_id) is distinct from (new.user_id, new.company_id)) execute function record_device_owner();

create function device_leaves_network() returns trigger language plpgsql as $$
begin
  delete from network_speakers where device_id = new.device_id;
  return null;
end $$;
create trigger devices_leave_network after update of user_id, key_hash on devices for each row when ((old.user_id is not null and old.user_id is distinct from new.user_id) or (new.key_hash is not null and old.key_hash is distinct from new.key_hash)) execute function device_leaves_network();

create function find_device_place() returns trigger language plpgsql as $$
  begin
    new.place_id := (select parent_company_id from companies where company_id = new.company_id);
    return new;
  end $$;
create trigger devices_find_place before insert or update of company_id on devices for each row execute function find_device_place();

create function move_device_place() returns trigger language plpgsql as $$
  begin
    update devices set place_id = new.parent_company_id where company_id = new.company_id;
    return null;
  end $$;
create trigger companies_move_device after update of parent_company_id on companies for each row when (old.parent_company_id is distinct from new.parent_company_id) execute function move_device_place();

create trigger devices_leave_floor_plans after update of company_id on devices for each row when (old.company_id is distinct from new.company_id) execute function device_leaves_floor_plans();

-- As for users. A new key does not change the revision.
create trigger count_revision before update on devices for each row when ((old.device_type, old.device_mode, old.company_id, old.user_id, old.note, old.description, old.email, old.pass_hash, old.tags) is distinct from (new.device_type, new.device_mode, new.company_id, new.user_id, new.note, new.description, new.email, new.pass_hash, new.tags)) execute function count_revision();
