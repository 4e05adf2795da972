-- Who is told by webhooks, and of what.

create table webhooks (
  id int generated always as identity primary key,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  url text not null,
  events text[] not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('person', 'failing', 'gone', 'creator')),
  disabled_at timestamptz,
  is_full boolean not null default false,
  failures int not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  claimed_until timestamptz,
  passed_at timestamptz,
  last_delivered_at timestamptz,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);
comment on column webhooks.owner_id is 'The organisation that it tells about.';
comment on column webhooks.company_id is 'It tells about this node and everything below it.';
comment on column webhooks.secret is 'Encrypted with a key derived from SERVICE_SECRET.';
comment on column webhooks.is_full is 'So many deliveries wait that nothing is added.';
comment on column webhooks.failures is 'Attempts without an answer since something arrived; they count for the webhook as a whole.';
comment on column webhooks.failing_since is 'The first failure since something arrived.';
comment on column webhooks.retry_at is 'Nothing is sent before.';
comment on column webhooks.claimed_until is 'A job of some instance sends until then.';
comment on column webhooks.passed_at is 'When a job has ended last; the webhook that waits longest is next.';
create index webhooks_owner on webhooks (owner_id);
create index webhooks_company on webhooks (company_id);
create index webhooks_created_by on webhooks (created_by) where created_by is not null;

create table webhook_events (
  event_id bigint generated always as identity primary key,
  owner_id int not null,
  company_id int,
  run_id uuid,
  type text not null,
  order_key text not null,
  data jsonb not null,
  at timestamptz not null default now()
);
comment on table webhook_events is 'What webhooks are to tell, until it is divided into their deliveries.';
comment on column webhook_events.company_id is 'The node that it is about; null: the places of the run, or the whole organisation.';
comment on column webhook_events.order_key is 'What has the same key is delivered in its order.';

create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  webhook_id int not null references webhooks on delete cascade,
  message_id text not null,
  type text not null,
  order_key text not null,
  data jsonb not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  first_tried_at timestamptz,
  next_at timestamptz not null default now(),
  last_status int,
  last_error text,
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column webhook_deliveries.message_id is 'The same in every attempt, so that a receiver knows what it has.';
comment on column webhook_deliveries.next_at is 'Of the next attempt, unless an earlier one of the same key waits.';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, delivery_id desc);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_key on webhook_deliveries (webhook_id, order_key, delivery_id) where state = 'waiting';
create index webhook_deliveries_created on webhook_deliveries (created_at);

-- Walks up from the node, which is a few steps, however many nodes are below the other one.
create function is_at_or_below(node int, top int) returns boolean language sql stable as $$
    with recursive up (company_id) as (
      select node
      union
      select c.parent_company_id from up join companies c on c.company_id = up.company_id where c.parent_company_id is not null
    )
    select exists (select from up where company_id = top)
  $$;

create function announcement_reaches(run uuid, top int) returns boolean language sql stable as $$
    with recursive up (company_id) as (
      select x.company_id from announcement_deliveries x where x.run_id = run and x.company_id is not null
      union
      select c.parent_company_id from up join companies c on c.company_id = up.company_id where c.parent_company_id is not null
    )
    select exists (select from up where company_id = top)
  $$;

create function note_webhook_event(owner int, node int, run uuid, kind text, key text, what jsonb) returns void language sql as $$
    insert into webhook_events (owner_id, company_id, run_id, type, order_key, data)
    select owner, node, run, kind, key, what
    where exists (select from webhooks w where w.owner_id = owner and w.enabled and not w.is_full and kind = any(w.events))
  $$;

create function note_webhook_device_event() returns trigger language plpgsql as $$
  declare
    kind text := case when new.type = 'firmware' then 'device.firmware' else 'device.' || (new.details ->> 'status') end;
  begin
    perform note_webhook_event(d.user_id, d.company_id, null, kind, 'device:' || d.serial, jsonb_build_object(
      'serial', d.serial, 'company_id', d.company_id, 'place', c.name, 'at', new.at,
      'version', s.device_version, 'previous_version', new.details -> 'previous', 'silent', coalesce(new.details -> 'silent', 'false')))
    from devices d join device_state s on s.device_id = d.device_id left join companies c on c.company_id = d.company_id
    where d.device_id = new.device_id and d.user_id is not null;
    return null;
  end $$;
create trigger device_events_tell_webhooks after insert on device_events for each row when (new.type = 'firmware' or new.type = 'connection' and (new.details ->> 'status') in ('online', 'offline')) execute function note_webhook_device_event();

create function note_webhook_announcement() returns trigger language plpgsql as $$
  declare
    begins boolean := new.state in ('rendering', 'running');
    kind text := case when new.kind in ('emergency', 'drill') then 'emergency.' else 'announcement.' end
      || case when begins then 'started' else 'ended' end;
  begin
    if new.user_id is not null and (tg_op = 'INSERT' or begins <> (old.state in ('rendering', 'running'))) then
      perform note_webhook_event(new.user_id, null, new.run_id, kind, 'announcement:' || new.run_id, jsonb_build_object(
        'run_id', new.run_id, 'kind', new.kind, 'title', new.title, 'priority', new.priority, 'state', new.state,
        'at', new.at, 'ended_at', new.ended_at));
    end if;
    return null;
  end $$;
-- Runs of schedules are stored days before they begin, so only their end is told.
create trigger announcement_runs_tell_webhooks after insert or update of state on announcement_runs for each row when (new.kind <> 'schedule' or new.state not in ('rendering', 'running')) execute function note_webhook_announcement();

create function note_webhook_run() returns trigger language plpgsql as $$
  declare
    begins boolean := new.state in ('running', 'paused');
  begin
    if tg_op = 'INSERT' or begins <> (old.state in ('running', 'paused')) then
      perform note_webhook_event(coalesce(new.owner_id, new.issued_by), null, null,
        case when begins then 'run.started' else 'run.ended' end, 'run:' || new.id, jsonb_build_object(
          'run_id', new.id, 'command', c.command, 'devices', new.devices, 'state', new.state, 'reason', new.reason,
          'at', new.created_at, 'finished_at', new.finished_at))
      from commands c where c.id = new.id;
    end if;
    return null;
  end $$;
create trigger command_runs_tell_webhooks after insert or update of state on command_runs for each row execute function note_webhook_run();

-- A cascade may have deleted the account or the node already. Accounts of keys of programs are nobody.
create function note_webhook_member() returns trigger language plpgsql as $$
  declare
    member memberships;
    kind text := case tg_op when 'INSERT' then 'member.added' when 'UPDATE' then 'member.changed' else 'member.ended' end;
  begin
    if tg_op = 'DELETE' then
      member := old;
    else
      member := new;
    end if;
    perform note_webhook_event(c.user_id, c.company_id, null, kind, 'member:' || member.member_id, jsonb_build_object(
      'member_id', member.member_id, 'user_id', member.user_id, 'name', u.name, 'email', u.email, 'role', member.role,
      'may_emergency', member.may_emergency, 'expires_at', member.expires_at, 'company_id', c.company_id, 'place', c.name))
    from companies c join users u on u.id = member.user_id and not u.program
    where c.company_id = member.company_id;
    return null;
  end $$;
create trigger memberships_tell_webhooks after insert or delete or update of role, rights, expires_at on memberships for each row execute function note_webhook_member();
