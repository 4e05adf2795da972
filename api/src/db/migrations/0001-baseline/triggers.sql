-- What starts by itself: hooks, inputs and feeds of public alerts.

create table triggers (
  id int generated always as identity primary key,
  hook_id uuid not null default gen_random_uuid() unique,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  source jsonb not null,
  action jsonb not null,
  mode text not null check (mode in ('automatic', 'ask')),
  drill boolean not null,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('person', 'creator')),
  disabled_at timestamptz,
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);
comment on column triggers.hook_id is 'Its id in the address of its hook.';
comment on column triggers.source is 'What starts it.';
comment on column triggers.action is 'What it starts.';
comment on column triggers.mode is 'ask: somebody confirms each time.';
comment on column triggers.drill is 'An emergency is a drill; everything else is only recorded.';
comment on column triggers.disabled_reason is 'creator: whoever has prepared it may not do it any more.';
comment on column triggers.secret is 'Of its hook, encrypted with a key derived from SERVICE_SECRET.';
comment on column triggers.created_by is 'With whose rights it acts.';
create index triggers_owner on triggers (owner_id);
create index triggers_company on triggers (company_id);
create index triggers_created_by on triggers (created_by) where created_by is not null;

create table trigger_firings (
  firing_id bigint generated always as identity primary key,
  trigger_id int not null references triggers on delete cascade,
  run_id uuid not null default gen_random_uuid(),
  cause text not null,
  source text not null check (source in ('hook', 'input', 'alarm', 'call', 'alert', 'test')),
  state text not null check (state in ('queued', 'asking', 'started', 'drill', 'limited', 'too_old', 'declined', 'expired', 'refused', 'failed')),
  reason text,
  details jsonb not null,
  at timestamptz not null,
  attempts int not null default 0,
  claimed_until timestamptz,
  expires_at timestamptz,
  decided_by int references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  drill boolean not null default false,
  ends_run_ids uuid[],
  unique (trigger_id, cause)
);
comment on column trigger_firings.run_id is 'Of the announcement that it starts, so that it is started once.';
comment on column trigger_firings.cause is 'What has started it; the same cause starts nothing again.';
comment on column trigger_firings.at is 'When it happened: of an input, by the clock of the device.';
comment on column trigger_firings.claimed_until is 'Some instance works on it until then.';
comment on column trigger_firings.decided_by is 'Who has confirmed or declined it.';
comment on column trigger_firings.drill is 'It is a drill, whatever the trigger is: an exercise or test of a sender of alerts.';
comment on column trigger_firings.ends_run_ids is 'It ends these announcements, in place of what the trigger does.';
create index trigger_firings_trigger on trigger_firings (trigger_id, firing_id desc);
create index trigger_firings_open on trigger_firings (firing_id) where state in ('queued', 'asking');
create index trigger_firings_created on trigger_firings (created_at);
create index trigger_firings_decided_by on trigger_firings (decided_by) where decided_by is not null;
create index trigger_firings_not_started on trigger_firings (created_at) where state in ('limited', 'refused', 'failed');

create table device_inputs (
  device_id int references devices on delete cascade,
  seq bigint,
  input text not null,
  state text not null check (state in ('on', 'off')),
  at timestamptz,
  received_at timestamptz not null default now(),
  primary key (device_id, seq, at)
);
comment on table device_inputs is 'Each change of a button or contact of a device.';
create index device_inputs_input on device_inputs (device_id, input, seq desc, at desc);
-- For the limit of a day, which does not rely on the numbers of the device.
create index device_inputs_device on device_inputs (device_id, received_at desc);
-- For the retention.
create index device_inputs_received on device_inputs (received_at);

create table device_input_seqs (
  device_id int primary key references devices on delete cascade,
  acked_seq bigint not null,
  newest_seq bigint not null,
  newest_at timestamptz not null
) with (fillfactor = 70);
comment on table device_input_seqs is 'The numbering of the changes of a device''s inputs.';
comment on column device_input_seqs.acked_seq is 'Every number up to this one is committed.';

create table alert_feeds (
  trigger_id int primary key references triggers on delete cascade,
  armed_at timestamptz not null default now(),
  next_read_at timestamptz not null default now(),
  claimed_until timestamptz,
  last_read_at timestamptz,
  etag text,
  last_modified text,
  failing_since timestamptz,
  last_error text,
  has_more boolean not null default false
) with (fillfactor = 70);
comment on table alert_feeds is 'How the feed of public alerts of a trigger is doing; its address and filter are in triggers.source.';
comment on column alert_feeds.armed_at is 'Since then the trigger is on with this feed; alerts that were sent before start nothing.';
comment on column alert_feeds.claimed_until is 'Some instance reads it until then.';
comment on column alert_feeds.etag is 'Of the last reading of which everything was decided, as last_modified.';
comment on column alert_feeds.last_error is 'Why it could not be read, or not all of its documents.';
create index alert_feeds_next_read on alert_feeds (next_read_at);

create table alert_decisions (
  decision_id bigint generated always as identity primary key,
  trigger_id int not null references triggers on delete cascade,
  alert_key text not null,
  link_key text,
  refs text[] not null default '{}',
  is_drill boolean not null default false,
  identifier text,
  sender text,
  sent timestamptz,
  message_type text,
  status text,
  event text,
  headline text,
  severity text,
  area text,
  expires timestamptz,
  decision text not null check (decision in ('started', 'drill', 'repeated', 'ended', 'filtered', 'expired', 'superseded', 'cancelled', 'before', 'ignored', 'invalid')),
  reason text,
  detail text,
  started_rank int,
  firing_id bigint references trigger_firings on delete set null,
  at timestamptz not null default now(),
  unique (trigger_id, alert_key)
);
comment on table alert_decisions is 'Each alert of a feed once, and what was decided about it.';
comment on column alert_decisions.alert_key is 'SHA-256 of sender and identifier, or of what is no valid alert.';
comment on column alert_decisions.link_key is 'SHA-256 of the address of its document and of when the feed says that it was changed.';
comment on column alert_decisions.refs is 'The keys of the alerts to which it refers.';
comment on column alert_decisions.is_drill is 'An exercise or test, which refers to others of these only.';
comment on column alert_decisions.started_rank is 'It has started the trigger: how severe it is, from 0 to 4.';
create index alert_decisions_trigger on alert_decisions (trigger_id, decision_id desc);
create index alert_decisions_link on alert_decisions (trigger_id, link_key) where link_key is not null;
create index alert_decisions_refs on alert_decisions using gin (refs) where refs <> '{}';
create index alert_decisions_firing on alert_decisions (firing_id) where firing_id is not null;
create index alert_decisions_at on alert_decisions (at);

create function note_webhook_firing() returns trigger language plpgsql as $$
  begin
    perform note_webhook_event(t.owner_id, t.company_id, null, 'trigger.' || new.state, 'trigger:' || t.id, jsonb_build_object(
      'trigger_id', t.id, 'name', t.name, 'company_id', t.company_id, 'place', c.name, 'action', t.action -> 'type',
      'firing_id', new.firing_id, 'source', new.source, 'at', new.at,
      'run_id', (select r.run_id from announcement_runs r where r.run_id = new.run_id)))
    from triggers t join companies c on c.company_id = t.company_id where t.id = new.trigger_id;
    return null;
  end $$;
create trigger trigger_firings_tell_webhooks after insert or update of state on trigger_firings for each row when (new.state in ('started', 'asking')) execute function note_webhook_firing();
