import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Coordinates of nodes, floor plans, and where devices are on them. */
export const map: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table companies add column if not exists latitude double precision`,
  `alter table companies add column if not exists longitude double precision`,
  `comment on column companies.latitude is 'Degrees north; null: no coordinates.'`,
  `comment on column companies.longitude is 'Degrees east.'`,
  `do $$ begin
    if not exists (select from pg_constraint where conrelid = 'companies'::regclass and conname = 'companies_coordinates') then
      alter table companies add constraint companies_coordinates check (
        (latitude is null) = (longitude is null) and latitude between -90 and 90 and longitude between -180 and 180);
    end if;
  end $$`,
  `create index if not exists companies_located on companies (user_id, company_id) where latitude is not null`,

  `create table floor_plans (
    company_id int primary key references companies on delete cascade,
    sha256 text not null,
    format text not null check (format in ('png', 'jpeg', 'webp')),
    width int not null,
    height int not null,
    bytes int not null,
    revision int not null default 1,
    updated_at timestamptz not null default now()
  )`,
  `comment on table floor_plans is 'One image per node; its file is named by the hash, and several may share it.'`,
  `comment on column floor_plans.revision is 'Of the list of its devices.'`,
  `create index floor_plans_file on floor_plans (sha256)`,
  `create table floor_plan_devices (
    company_id int not null references floor_plans on delete cascade,
    device_id int not null references devices on delete cascade,
    x double precision not null check (x between 0 and 1),
    y double precision not null check (y between 0 and 1),
    primary key (company_id, device_id)
  )`,
  `comment on table floor_plan_devices is 'Where devices are on a floor plan: fractions of its width and height. Triggers delete those of devices that leave the branch.'`,
  `create index floor_plan_devices_device on floor_plan_devices (device_id)`,

  `create function device_leaves_floor_plans() returns trigger language plpgsql as $$
  begin
    delete from floor_plan_devices p where p.device_id = new.device_id and p.company_id not in (
      with recursive above (company_id) as (
        select new.company_id where new.company_id is not null
        union all
        select c.parent_company_id from companies c join above on c.company_id = above.company_id
        where c.parent_company_id is not null
      ) select company_id from above);
    return null;
  end $$`,
  `create trigger devices_leave_floor_plans after update of company_id on devices
    for each row when (old.company_id is distinct from new.company_id) execute function device_leaves_floor_plans()`,
  // Plans inside of the moved branch keep their devices; those above it keep what is still below them.
  `create function branch_leaves_floor_plans() returns trigger language plpgsql as $$
  begin
    with recursive below (company_id) as (
      select new.company_id
      union all
      select c.company_id from companies c join below on c.parent_company_id = below.company_id
    ), above (company_id) as (
      select new.parent_company_id where new.parent_company_id is not null
      union all
      select c.parent_company_id from companies c join above on c.company_id = above.company_id
      where c.parent_company_id is not null
    )
    delete from floor_plan_devices p using devices d
    where d.device_id = p.device_id and d.company_id in (select company_id from below)
      and p.company_id not in (select company_id from below) and p.company_id not in (select company_id from above);
    return null;
  end $$`,
  `create trigger companies_leave_floor_plans after update of parent_company_id on companies
    for each row when (old.parent_company_id is distinct from new.parent_company_id) execute function branch_leaves_floor_plans()`,
];
