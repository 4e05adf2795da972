-- The part of a device's timeline that no other table keeps. Triggers write it, in the statement that changes the row, since five statements
-- change the status of devices, each for a whole batch.

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
-- The condition keeps the function from being called for the messages that change neither status nor version.
create trigger record_device_state after update of reported_status, silent, device_version on device_state
  for each row when (old.status is distinct from new.status or old.device_version is distinct from new.device_version)
  execute function record_device_state();

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
create trigger record_device_configuration after insert or update of version, reported, reported_version
  on device_configs for each row execute function record_device_configuration();

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
create trigger record_device_owner after update of user_id, company_id on devices
  for each row when (old.user_id is distinct from new.user_id or old.company_id is distinct from new.company_id)
  execute function record_device_owner();
