import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const ROLES = ['user', 'admin', 'root'];
const DEVICE_MODES = ['no', 'new', 'pass', 'active', 'blocked', 'wait', 'ok'];
const DEVICE_STATUSES = ['online', 'offline', 'maintenance'];
const DEVICE_TYPES = ['audio', 'video', 'network', 'storage', 'other'];
const DELIVERY_STATES = ['queued', 'sent', 'accepted', 'succeeded', 'failed', 'timed_out', 'expired', 'cancelled'];

/** Users, devices with their live state, metrics by day, commands with their deliveries, audit and rate limits. */
export const initialSchema: Migration = {
  async up(db) {
    await createPeople(db);
    await createDevices(db);
    await createMetrics(db);
    await createCommands(db);
    await createRecords(db);
  },
};

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id int generated always as identity primary key,
      name text not null,
      email text not null,
      password_hash text not null,
      role text not null check (role in ${oneOf(ROLES)}),
      email_confirm boolean not null default false,
      phone text,
      phone_confirm boolean not null default false,
      active boolean not null default true,
      blocked boolean not null default false,
      lang text not null default 'en',
      country text,
      country_code text,
      city text,
      region text,
      utc_offset int not null default 180,
      time_zone text not null default 'Europe/Moscow',
      created_at timestamptz not null default now(),
      last_login timestamptz
    )`.execute(db);
  await sql`create unique index users_email_key on users (lower(email))`.execute(db);
  await sql`
    create table user_keys (
      id bigint generated always as identity primary key,
      user_id int not null references users on delete cascade,
      key_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz not null default now(),
      revoked_at timestamptz,
      user_agent text,
      ip text
    )`.execute(db);
  await sql`create index user_keys_user on user_keys (user_id)`.execute(db);
}

async function createDevices(db: Kysely<unknown>): Promise<void> {
  // Collation C, because a serial has only digits and hyphens, and every page of the list is sorted by this index.
  await sql`
    create table devices (
      device_id int generated always as identity primary key,
      serial text collate "C" not null check (serial ~ '^\\d{4}-\\d{4}-\\d{4}-\\d{4}$'),
      device_type text not null default 'audio' check (device_type in ${oneOf(DEVICE_TYPES)}),
      device_mode text not null default 'new' check (device_mode in ${oneOf(DEVICE_MODES)}),
      company_id int,
      user_id int references users on delete set null,
      note text,
      description text,
      email text,
      pass_hash text,
      key_hash bytea,
      key_created_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index devices_serial_key on devices (serial) include (device_id)`.execute(db);
  await sql`create index devices_user on devices (user_id)`.execute(db);
  await sql`create index devices_created_at on devices (created_at, device_id)`.execute(db);
  // A low fill factor and no index on columns that every message changes, so that updates are HOT.
  await sql`
    create table device_state (
      device_id int primary key references devices on delete cascade,
      reported_status text not null default 'offline' check (reported_status in ${oneOf(DEVICE_STATUSES)}),
      silent boolean not null default false,
      status text not null generated always as (case when silent then 'offline' else reported_status end) stored,
      status_at timestamptz,
      device_version text,
      hostname text,
      ip text,
      last_seen timestamptz,
      clock_skew_ms bigint,
      metrics jsonb,
      metrics_measured_at timestamptz,
      metrics_seq bigint,
      acked_seq bigint,
      players jsonb not null default '{}'
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index device_state_status on device_state (status)`.execute(db);
  await sql`
    create table device_configs (
      device_id int primary key references devices on delete cascade,
      version int not null default 1,
      desired jsonb not null,
      reported jsonb,
      reported_version int,
      reported_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  // ISO times for JSON that is built in SQL; the planner inlines the function.
  await sql`
    create function iso_utc(timestamptz) returns text language sql stable parallel safe
    return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.execute(db);
}

async function createMetrics(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table metrics (
      device_id int not null,
      collected_at timestamptz not null,
      seq bigint,
      received_at timestamptz not null,
      measured_at timestamptz not null,
      hostname text not null,
      cpu_usage_percent real not null,
      cpu_temperature real not null,
      memory_usage_percent real not null,
      disk_usage_percent real not null,
      uptime_seconds bigint not null
    ) partition by range (collected_at)`.execute(db);
  await sql`create unique index metrics_once on metrics (device_id, collected_at, seq) nulls not distinct`.execute(db);
  await sql`create table metrics_default partition of metrics default`.execute(db);
}

async function createCommands(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table commands (
      id uuid primary key,
      command text not null,
      params jsonb not null,
      target text not null check (target in ('device', 'fleet')),
      issued_by int references users on delete set null,
      issued_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table command_deliveries (
      command_id uuid not null references commands on delete cascade,
      device_id int not null references devices on delete cascade,
      state text not null check (state in ${oneOf(DELIVERY_STATES)}),
      phase text,
      progress jsonb,
      success boolean,
      result jsonb,
      error text,
      error_type text,
      execution_time_ms int,
      issued_at timestamptz not null,
      sent_at timestamptz,
      accepted_at timestamptz,
      settled_at timestamptz,
      expires_at timestamptz not null,
      deadline_at timestamptz not null,
      primary key (command_id, device_id)
    )`.execute(db);
  await sql`create index command_deliveries_device on command_deliveries (device_id, issued_at desc)`.execute(db);
  await sql`
    create index command_deliveries_undelivered on command_deliveries (expires_at)
    where state in ('queued', 'sent')`.execute(db);
  await sql`
    create index command_deliveries_running on command_deliveries (deadline_at) where state = 'accepted'`.execute(db);
}

async function createRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      user_id int,
      action text not null,
      object_kind text not null,
      object_id text not null,
      details jsonb,
      ip text
    )`.execute(db);
  await sql`create index audit_log_at on audit_log (at)`.execute(db);
  await sql`
    create table rate_limits (
      key text primary key,
      hits int not null,
      resets_at timestamptz not null
    )`.execute(db);
}
