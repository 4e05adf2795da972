import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const KINDS = ['say', 'schedule', 'emergency', 'drill'];
const PRIORITIES = ['music', 'scheduled', 'say_now', 'emergency'];
const RUN_STATES = ['rendering', 'running', 'finished', 'failed', 'stopped'];
const EVENTS = ['fetched', 'started', 'finished', 'interrupted', 'skipped', 'missed'];
const DELIVERY_STATES = ['waiting', 'sent', ...EVENTS, 'offline', 'failed', 'expired'];

/** What is announced where, and what the devices report about it. */
export const announcements: Migration = {
  async up(db) {
    await sql`
      create table announcement_runs (
        run_id uuid primary key,
        kind text not null check (kind in ${oneOf(KINDS)}),
        user_id int references users on delete cascade,
        title text not null,
        priority text not null check (priority in ${oneOf(PRIORITIES)}),
        state text not null check (state in ${oneOf(RUN_STATES)}),
        error text,
        message_id int,
        schedule_id int,
        at timestamptz not null default now(),
        expires_at timestamptz,
        ended_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index announcement_runs_user on announcement_runs (user_id, at desc, run_id desc)`.execute(db);
    await sql`create index announcement_runs_at on announcement_runs (at desc, run_id desc)`.execute(db);
    await sql`create index announcement_runs_schedule on announcement_runs (schedule_id, at desc)`.execute(db);
    // Speech of one text, language, voice and volume.
    await sql`
      create table announcement_parts (
        run_id uuid not null references announcement_runs on delete cascade,
        part int not null,
        text text not null,
        language text not null,
        voice text not null,
        volume int,
        items jsonb,
        error text,
        primary key (run_id, part)
      )`.execute(db);
    await sql`
      create table announcement_deliveries (
        run_id uuid not null references announcement_runs on delete cascade,
        device_id int not null references devices on delete cascade,
        user_id int,
        company_id int,
        place text not null,
        part int,
        state text collate "C" not null check (state in ${oneOf(DELIVERY_STATES)}),
        language text,
        voice text,
        reason text,
        at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz,
        primary key (run_id, device_id)
      ) with (fillfactor = 80)`.execute(db);
    await sql`create index announcement_deliveries_device on announcement_deliveries (device_id, at desc, run_id desc)`.execute(
      db,
    );
    await sql`
      create index announcement_deliveries_open on announcement_deliveries (run_id)
      where state in ('waiting', 'sent', 'fetched', 'started')`.execute(db);
    await sql`
      create table announcement_receipts (
        device_id int not null references devices on delete cascade,
        seq bigint not null,
        run_id uuid not null,
        event text collate "C" not null check (event in ${oneOf(EVENTS)}),
        reason text,
        at timestamptz not null,
        received_at timestamptz not null default now(),
        primary key (device_id, seq, at)
      )`.execute(db);
    await sql`create index announcement_receipts_run on announcement_receipts (run_id, device_id)`.execute(db);
    await sql`
      create table announcement_receipt_seqs (
        device_id int primary key references devices on delete cascade,
        acked_seq bigint not null,
        newest_seq bigint not null,
        newest_at timestamptz not null
      ) with (fillfactor = 70)`.execute(db);
  },
};
