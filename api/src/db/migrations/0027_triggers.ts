import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Triggers: what was prepared, what starts it, and each time that it did; with the inputs of devices. */
export const triggers: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table triggers (
    id int generated always as identity primary key,
    hook_id uuid not null unique default gen_random_uuid(),
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
  )`,
  `comment on column triggers.hook_id is 'Its id in the address of its hook.'`,
  `comment on column triggers.source is 'What starts it.'`,
  `comment on column triggers.action is 'What it starts.'`,
  `comment on column triggers.mode is 'ask: somebody confirms each time.'`,
  `comment on column triggers.drill is 'An emergency is a drill; everything else is only recorded.'`,
  `comment on column triggers.disabled_reason is 'creator: whoever has prepared it may not do it any more.'`,
  `comment on column triggers.secret is 'Of its hook, encrypted with a key derived from SERVICE_SECRET.'`,
  `comment on column triggers.created_by is 'With whose rights it acts.'`,
  `create index triggers_owner on triggers (owner_id)`,
  `create index triggers_company on triggers (company_id)`,
  `create index triggers_created_by on triggers (created_by) where created_by is not null`,
  `create table trigger_firings (
    firing_id bigint generated always as identity primary key,
    trigger_id int not null references triggers on delete cascade,
    run_id uuid not null default gen_random_uuid(),
    cause text not null,
    source text not null check (source in ('hook', 'input', 'alarm', 'call', 'test')),
    state text not null
      check (state in ('queued', 'asking', 'started', 'drill', 'limited', 'too_old', 'declined', 'expired', 'refused', 'failed')),
    reason text,
    details jsonb not null,
    at timestamptz not null,
    attempts int not null default 0,
    claimed_until timestamptz,
    expires_at timestamptz,
    decided_by int references users on delete set null,
    decided_at timestamptz,
    created_at timestamptz not null default now(),
    unique (trigger_id, cause)
  )`,
  `comment on column trigger_firings.run_id is 'Of the announcement that it starts, so that it is started once.'`,
  `comment on column trigger_firings.cause is 'What has started it; the same cause starts nothing again.'`,
  `comment on column trigger_firings.at is 'When it happened: of an input, by the clock of the device.'`,
  `comment on column trigger_firings.claimed_until is 'Some instance works on it until then.'`,
  `comment on column trigger_firings.decided_by is 'Who has confirmed or declined it.'`,
  `create index trigger_firings_trigger on trigger_firings (trigger_id, firing_id desc)`,
  `create index trigger_firings_open on trigger_firings (firing_id) where state in ('queued', 'asking')`,
  `create index trigger_firings_created on trigger_firings (created_at)`,
  `create index trigger_firings_decided_by on trigger_firings (decided_by) where decided_by is not null`,
  `create table device_inputs (
    device_id int not null references devices on delete cascade,
    seq bigint not null,
    input text not null,
    state text not null check (state in ('on', 'off')),
    at timestamptz not null,
    received_at timestamptz not null default now(),
    primary key (device_id, seq, at)
  )`,
  `comment on table device_inputs is 'Each change of a button or contact of a device.'`,
  `create index device_inputs_input on device_inputs (device_id, input, seq desc, at desc)`,
  // For the limit of a day, which does not rely on the numbers of the device.
  `create index device_inputs_device on device_inputs (device_id, received_at desc)`,
  // For the retention.
  `create index device_inputs_received on device_inputs (received_at)`,
  `create table device_input_seqs (
    device_id int primary key references devices on delete cascade,
    acked_seq bigint not null,
    newest_seq bigint not null,
    newest_at timestamptz not null
  ) with (fillfactor = 70)`,
  `comment on table device_input_seqs is 'The numbering of the changes of a device''s inputs.'`,
  `comment on column device_input_seqs.acked_seq is 'Every number up to this one is committed.'`,
  `create function note_webhook_firing() returns trigger language plpgsql as $$
  begin
    perform note_webhook_event(t.owner_id, t.company_id, null, 'trigger.' || new.state, 'trigger:' || t.id, jsonb_build_object(
      'trigger_id', t.id, 'name', t.name, 'company_id', t.company_id, 'place', c.name, 'action', t.action -> 'type',
      'firing_id', new.firing_id, 'source', new.source, 'at', new.at,
      'run_id', (select r.run_id from announcement_runs r where r.run_id = new.run_id)))
    from triggers t join companies c on c.company_id = t.company_id where t.id = new.trigger_id;
    return null;
  end $$`,
  `create trigger trigger_firings_tell_webhooks after insert or update of state on trigger_firings for each row
    when (new.state in ('started', 'asking')) execute function note_webhook_firing()`,
];
