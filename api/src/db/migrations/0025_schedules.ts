import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Schedules with their holiday calendars, the iCalendar feeds of users, and the day programmes of nodes. */
export const schedules: Migration = {
  async up(db) {
    await sql`
      create table holiday_calendars (
        id int generated always as identity primary key,
        user_id int not null references users on delete cascade,
        name text not null,
        days jsonb not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index holiday_calendars_user on holiday_calendars (user_id)`.execute(db);
    await sql`
      create table schedules (
        id int generated always as identity primary key,
        user_id int not null references users on delete cascade,
        name text not null,
        action jsonb not null,
        starts_at text not null,
        duration_minutes int,
        rrule text,
        exceptions jsonb not null,
        until_date text,
        holiday_calendar_id int references holiday_calendars on delete set null,
        targets jsonb not null,
        priority int not null,
        volume int,
        missed jsonb not null,
        enabled boolean not null,
        revision int not null default 1,
        devices int not null default 0,
        time_zone text,
        problem text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index schedules_user on schedules (user_id)`.execute(db);
    await sql`create index schedules_holiday_calendar on schedules (holiday_calendar_id)`.execute(db);
    await sql`
      create table schedule_feeds (
        user_id int primary key references users on delete cascade,
        token_hash bytea not null unique,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table day_programmes (
        company_id int primary key references companies on delete cascade,
        windows jsonb not null,
        updated_at timestamptz not null default now()
      )`.execute(db);
  },
};
