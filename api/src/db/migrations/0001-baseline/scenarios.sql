-- One press, all channels: scenarios, what they write to, and their runs with receipts.

create table scenarios (
  id int generated always as identity primary key,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  icon text not null,
  colour text not null,
  actions jsonb not null,
  drill boolean not null,
  two_people boolean not null,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('person', 'creator')),
  missed int,
  reached_all_at timestamptz,
  checked_at timestamptz,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);
comment on column scenarios.missed is 'Whom and what it would not have reached when that was last looked at.';
comment on column scenarios.reached_all_at is 'When it could last have reached everybody.';
comment on column scenarios.created_by is 'With whose rights it acts.';
create index scenarios_owner on scenarios (owner_id);
create index scenarios_company on scenarios (company_id);
create index scenarios_created_by on scenarios (created_by) where created_by is not null;
create index scenarios_checked on scenarios (checked_at nulls first) where enabled;

create table destinations (
  id int generated always as identity primary key,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  service text not null,
  url bytea not null,
  host text not null,
  chat_id text not null,
  headers bytea,
  header_names text[] not null default '{}',
  last_sent_at timestamptz,
  refused_at timestamptz,
  refusal text,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);
comment on table destinations is 'Chats and other systems to which scenarios write.';
comment on column destinations.url is 'Encrypted with a key derived from SERVICE_SECRET, as headers: whoever knows it may write there.';
comment on column destinations.refused_at is 'It did not take the last message.';
create index destinations_owner on destinations (owner_id);
create index destinations_company on destinations (company_id);
create index destinations_created_by on destinations (created_by) where created_by is not null;

create table contact_groups (
  id int generated always as identity primary key,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);
create index contact_groups_owner on contact_groups (owner_id);
create index contact_groups_company on contact_groups (company_id);
create index contact_groups_created_by on contact_groups (created_by) where created_by is not null;

create table contacts (
  group_id int references contact_groups on delete cascade,
  position int,
  name text not null,
  email text,
  phone text,
  language text not null,
  primary key (group_id, position)
);
comment on table contacts is 'People without an account to whom scenarios write.';
create index contacts_email on contacts (lower(email)) where email is not null;
create index contacts_phone on contacts (phone) where phone is not null;

create table scenario_runs (
  scenario_run_id uuid primary key default gen_random_uuid(),
  scenario_id int references scenarios on delete set null,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  request_key text,
  state text not null check (state in ('confirming', 'running', 'finished', 'ended', 'declined', 'expired')),
  drill boolean not null,
  variables jsonb not null,
  source text not null check (source in ('person', 'trigger')),
  started_by int references users on delete set null,
  started_by_name text,
  acts_for int references users on delete set null,
  confirm_until timestamptz,
  confirmed_by int references users on delete set null,
  created_at timestamptz not null default now(),
  began_at timestamptz,
  ended_at timestamptz,
  ended_by int references users on delete set null,
  asks_again_at timestamptz,
  unique (scenario_id, request_key)
);
comment on column scenario_runs.request_key is 'The same key starts nothing again.';
comment on column scenario_runs.started_by_name is 'Of the person, also after the account is gone, or of the trigger.';
comment on column scenario_runs.acts_for is 'With whose rights it acts: who has prepared it.';
comment on column scenario_runs.asks_again_at is 'Somebody wants those asked who have not answered, which is not done yet.';
comment on column scenario_runs.began_at is 'When it was pressed, or confirmed by a second person.';
create index scenario_runs_scenario on scenario_runs (scenario_id, created_at desc);
create index scenario_runs_owner on scenario_runs (owner_id, created_at desc);
create index scenario_runs_company on scenario_runs (company_id);
create index scenario_runs_created on scenario_runs (created_at);
create index scenario_runs_open on scenario_runs (scenario_id) where state in ('confirming', 'running');
create index scenario_runs_started_by on scenario_runs (started_by) where started_by is not null;
create index scenario_runs_acts_for on scenario_runs (acts_for) where acts_for is not null;
create index scenario_runs_confirmed_by on scenario_runs (confirmed_by) where confirmed_by is not null;
create index scenario_runs_ended_by on scenario_runs (ended_by) where ended_by is not null;

create table scenario_run_actions (
  scenario_run_id uuid references scenario_runs on delete cascade,
  index int,
  action jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'active', 'done', 'failed', 'ended', 'cancelled', 'recorded')),
  run_id uuid not null default gen_random_uuid(),
  due_at timestamptz,
  claimed_until timestamptz,
  attempts int not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  reason text,
  what text,
  body text,
  primary key (scenario_run_id, index)
);
comment on column scenario_run_actions.run_id is 'Of the announcement that it starts, so that it is started once.';
comment on column scenario_run_actions.what is 'Its text, or the subject of it, as it was sent; null until then, and where it has none.';
comment on column scenario_run_actions.body is 'The text of what has a subject.';
comment on column scenario_run_actions.due_at is 'Null until the run has begun.';
comment on column scenario_run_actions.claimed_until is 'Some instance works on it until then.';
create index scenario_run_actions_run on scenario_run_actions (run_id);
create index scenario_run_actions_outputs on scenario_run_actions (scenario_run_id) where state = 'active' and action ->> 'kind' in ('output', 'screen');

create table scenario_receipts (
  receipt_id bigint generated always as identity primary key,
  scenario_run_id uuid not null references scenario_runs on delete cascade,
  index int not null,
  who text not null,
  state text not null check (state in ('queued', 'accepted', 'sent', 'heard', 'delivered', 'acknowledged', 'on', 'off', 'pulse', 'shown', 'failed')),
  reason text,
  at timestamptz,
  message_id bigint references outgoing_messages on delete set null,
  recipient text,
  lang text,
  token_hash bytea unique,
  answer text check (answer in ('have_it', 'safe', 'help')),
  answer_text text,
  answered_at timestamptz,
  correction_hash bytea,
  corrects_until timestamptz,
  person text
);
comment on table scenario_receipts is 'What became of a message of a run to one person or address; loudspeakers have announcement_deliveries.';
comment on column scenario_receipts.token_hash is 'Of the link with which they answer.';
comment on column scenario_receipts.correction_hash is 'Of the secret with which who has answered corrects it, until `corrects_until`.';
comment on column scenario_receipts.person is 'By which somebody who is asked in several messages is counted once.';
create index scenario_receipts_run on scenario_receipts (scenario_run_id, index, receipt_id);
create index scenario_receipts_answered on scenario_receipts (scenario_run_id, person) where answer is not null;
create index scenario_receipts_message on scenario_receipts (message_id) where message_id is not null;

create table scenario_outputs (
  receipt_id bigint primary key references scenario_receipts on delete cascade,
  device_id int references devices on delete cascade,
  command_id uuid not null,
  output text not null,
  wanted text not null check (wanted in ('on', 'off', 'pulse')),
  sent_at timestamptz not null,
  until timestamptz not null,
  settled boolean not null default false
);
comment on table scenario_outputs is 'What an output of a device was told, until it has reported it.';
comment on column scenario_outputs.until is 'A command that the device has not answered by then has failed.';
create index scenario_outputs_open on scenario_outputs (sent_at) where not settled;
create index scenario_outputs_device on scenario_outputs (device_id);

create table screens (
  id int generated always as identity primary key,
  owner_id int not null references users on delete cascade,
  company_id int not null references companies on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  last_seen_at timestamptz,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1
);
comment on table screens is 'Displays without an account at a place.';
comment on column screens.token_hash is 'SHA-256 of the token in its address.';
create index screens_owner on screens (owner_id);
create index screens_company on screens (company_id);
create index screens_created_by on screens (created_by) where created_by is not null;

create table player_screens (
  device_id int primary key references devices on delete cascade,
  last_seen_at timestamptz not null
);
comment on table player_screens is 'Loudspeakers with a screen: their pages have asked for texts.';

create table scenario_screens (
  receipt_id bigint primary key references scenario_receipts on delete cascade,
  screen_id int references screens on delete set null,
  device_id int references devices on delete set null,
  text text not null,
  colour text not null,
  until timestamptz
);
comment on table scenario_screens is 'The text of an action on a display, or on the screen of a device, while the action goes on.';
create index scenario_screens_screen on scenario_screens (screen_id);
create index scenario_screens_device on scenario_screens (device_id);

create function finish_scenario_run(run uuid) returns void language sql as $$
    update scenario_runs r set state = 'finished', ended_at = now()
    where r.scenario_run_id = run and r.state = 'running' and not exists (
      select from scenario_run_actions a where a.scenario_run_id = run and a.state in ('waiting', 'working', 'active'));
  $$;

create function note_scenario_announcement() returns trigger language plpgsql as $$
  declare
    scenario_run uuid;
  begin
    for scenario_run in
      update scenario_run_actions a set ended_at = now(),
        state = case new.state when 'failed' then 'failed' when 'stopped' then 'ended' else 'done' end,
        reason = coalesce(a.reason, new.error)
      where a.run_id = new.run_id and a.state = 'active' returning a.scenario_run_id
    loop
      perform finish_scenario_run(scenario_run);
    end loop;
    return null;
  end $$;
create trigger announcement_runs_tell_scenarios after update of state on announcement_runs for each row
  when (new.state in ('finished', 'failed', 'stopped') and old.state is distinct from new.state) execute function note_scenario_announcement();

create function note_scenario_message() returns trigger language plpgsql as $$
  begin
    update scenario_receipts r set state = case new.state when 'sent' then 'accepted' else 'failed' end, reason = new.last_error, at = now()
    where r.message_id = new.id and r.state = 'queued';
    return null;
  end $$;
create trigger outgoing_messages_tell_scenarios after update of state on outgoing_messages for each row
  when (new.kind = 'scenario' and new.state in ('sent', 'failed') and old.state is distinct from new.state) execute function note_scenario_message();
