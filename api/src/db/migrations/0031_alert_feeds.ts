import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Feeds of public alerts, as sources of triggers, and what was decided about each alert. */
export const alertFeeds: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  // The check permits more than before.
  `alter table trigger_firings drop constraint trigger_firings_source_check,
    add constraint trigger_firings_source_check check (source in ('hook', 'input', 'alarm', 'call', 'alert', 'test'))`,
  `alter table trigger_firings add column drill boolean not null default false`,
  `alter table trigger_firings add column ends_run_ids uuid[]`,
  `comment on column trigger_firings.drill is 'It is a drill, whatever the trigger is: an exercise or test of a sender of alerts.'`,
  `comment on column trigger_firings.ends_run_ids is 'It ends these announcements, in place of what the trigger does.'`,
  // 0033_coordinates creates them as well: whichever comes first.
  `alter table companies add column if not exists latitude double precision`,
  `alter table companies add column if not exists longitude double precision`,
  `create table alert_feeds (
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
  ) with (fillfactor = 70)`,
  `comment on table alert_feeds is 'How the feed of public alerts of a trigger is doing; its address and filter are in triggers.source.'`,
  `comment on column alert_feeds.armed_at is 'Since then the trigger is on with this feed; alerts that were sent before start nothing.'`,
  `comment on column alert_feeds.claimed_until is 'Some instance reads it until then.'`,
  `comment on column alert_feeds.etag is 'Of the last reading of which everything was decided, as last_modified.'`,
  `comment on column alert_feeds.last_error is 'Why it could not be read, or not all of its documents.'`,
  `create index alert_feeds_next_read on alert_feeds (next_read_at)`,
  `create table alert_decisions (
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
    decision text not null check (decision in
      ('started', 'drill', 'repeated', 'ended', 'filtered', 'expired', 'superseded', 'cancelled', 'before', 'ignored', 'invalid')),
    reason text,
    detail text,
    started_rank int,
    firing_id bigint references trigger_firings on delete set null,
    at timestamptz not null default now(),
    unique (trigger_id, alert_key)
  )`,
  `comment on table alert_decisions is 'Each alert of a feed once, and what was decided about it.'`,
  `comment on column alert_decisions.alert_key is 'SHA-256 of sender and identifier, or of what is no valid alert.'`,
  `comment on column alert_decisions.link_key is 'SHA-256 of the address of its document and of when the feed says that it was changed.'`,
  `comment on column alert_decisions.refs is 'The keys of the alerts to which it refers.'`,
  `comment on column alert_decisions.is_drill is 'An exercise or test, which refers to others of these only.'`,
  `comment on column alert_decisions.started_rank is 'It has started the trigger: how severe it is, from 0 to 4.'`,
  `create index alert_decisions_trigger on alert_decisions (trigger_id, decision_id desc)`,
  `create index alert_decisions_link on alert_decisions (trigger_id, link_key) where link_key is not null`,
  `create index alert_decisions_refs on alert_decisions using gin (refs) where refs <> '{}'`,
  `create index alert_decisions_firing on alert_decisions (firing_id) where firing_id is not null`,
  `create index alert_decisions_at on alert_decisions (at)`,
];
