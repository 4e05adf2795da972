import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Bell timetables: named lists of bells, and which of them a node rings on which day. */
export const bellTimetables: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table bell_timetables (
    timetable_id int generated always as identity primary key,
    user_id int not null references users on delete cascade,
    name text not null,
    colour text not null,
    volume int,
    bells jsonb not null,
    revision int not null default 1,
    problem text,
    created_by int references users on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `comment on column bell_timetables.problem is 'Why some of its bells could not be compiled.'`,
  `create index bell_timetables_user on bell_timetables (user_id)`,
  `create index bell_timetables_created_by on bell_timetables (created_by) where created_by is not null`,
  `create table bell_places (
    company_id int primary key references companies on delete cascade,
    weekdays jsonb,
    holiday_calendar_id int references holiday_calendars on delete set null,
    holiday_timetable_id int references bell_timetables on delete set null,
    silent_from timestamptz,
    silent_until timestamptz,
    changed_at timestamptz not null default now()
  )`,
  `comment on table bell_places is 'Nodes with bells of their own: a week, painted days or a silence.'`,
  `comment on column bell_places.weekdays is 'The timetables from Monday to Sunday, null for none; null: the node inherits the week.'`,
  `comment on column bell_places.changed_at is 'The last change of the row or of the painted days; what was before it is not rung again.'`,
  `create index bell_places_holiday_calendar on bell_places (holiday_calendar_id) where holiday_calendar_id is not null`,
  `create index bell_places_holiday_timetable on bell_places (holiday_timetable_id) where holiday_timetable_id is not null`,
  `create table bell_days (
    company_id int not null references bell_places on delete cascade,
    date text not null,
    timetable_id int references bell_timetables on delete cascade,
    primary key (company_id, date)
  )`,
  `comment on table bell_days is 'Days that are painted at a node; timetable_id null: no bells.'`,
  `create index bell_days_timetable on bell_days (timetable_id, date) where timetable_id is not null`,
  // Programmes name the bells of a timetable by its negative id. What the compilation itself writes leaves the revision.
  `create function mark_stale_by_timetable() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      insert into stale_programmes (user_id, schedule_id) select user_id, -timetable_id from old_rows;
    else
      insert into stale_programmes (user_id, schedule_id)
      select n.user_id, -n.timetable_id from new_rows n join old_rows o on o.timetable_id = n.timetable_id
      where n.revision <> o.revision;
    end if;
    return null;
  end $$`,
  `create trigger stale_programmes_update after update on bell_timetables
    referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_timetable()`,
  `create trigger stale_programmes_delete after delete on bell_timetables
    referencing old table as old_rows for each statement execute function mark_stale_by_timetable()`,
  `create function mark_stale_by_bell_place() returns trigger language plpgsql as $$
  begin
    with recursive below (company_id) as (
      select company_id from new_rows
      union
      select c.company_id from below b join companies c on c.parent_company_id = b.company_id
    )
    insert into stale_programmes (user_id, device_id)
    select d.user_id, d.device_id from below b join devices d on d.company_id = b.company_id where d.user_id is not null;
    return null;
  end $$`,
  `create trigger stale_programmes_insert after insert on bell_places
    referencing new table as new_rows for each statement execute function mark_stale_by_bell_place()`,
  `create trigger stale_programmes_update after update on bell_places
    referencing new table as new_rows for each statement execute function mark_stale_by_bell_place()`,
];
