-- Trees of companies and elements, with their settings, plans and responsible people.

-- Level and tree are stored on every node, so that a tree is read without recursion. A move of a node rewrites both below it. The foreign
-- key ensures that a parent is deleted after its children.
create table companies (
  company_id int generated always as identity primary key,
  parent_company_id int references companies,
  main_company_id int,
  tree_id int not null generated always as (coalesce(main_company_id, company_id)) stored,
  level int not null,
  user_id int not null references users on delete cascade,
  type text not null check (type in ('Main', 'Element', 'Company', 'Device')),
  name text not null,
  description text,
  emblem text,
  continent text,
  country text,
  city text,
  street text,
  house text,
  zip text,
  device_type text check (device_type in ('audio', 'video', 'network', 'storage', 'other')),
  time_zone text,
  time_zone_utc int,
  default_language text,
  default_voice text,
  volume_max int check (volume_max >= 0 and volume_max <= 100),
  quiet_hours jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  trim_db int,
  clock_required boolean,
  latitude double precision,
  longitude double precision,
  sound_test jsonb,
  lead_in jsonb,
  check ((type = 'Main') = (parent_company_id is null)),
  constraint companies_check1 check ((parent_company_id is null) = (main_company_id is null)),
  constraint companies_check2 check ((parent_company_id is null) = (level = 0)),
  constraint companies_coordinates check ((latitude is null) = (longitude is null) and latitude >= '-90'::integer::double precision and latitude <= 90::double precision and longitude >= '-180'::integer::double precision and longitude <= 180::double precision)
);
comment on column companies.parent_company_id is 'null: a main company.';
comment on column companies.main_company_id is 'The main company above; null on itself.';
comment on column companies.tree_id is 'The main company, also on itself: all nodes of a tree share it.';
comment on column companies.level is '0 on main companies.';
comment on column companies.user_id is 'The owner: one and the same in a whole tree.';
comment on column companies.time_zone is 'An IANA name; excludes time_zone_utc. Like the settings below it is null where the node inherits; see TREE-56.';
comment on column companies.time_zone_utc is 'Minutes east of UTC.';
comment on column companies.trim_db is 'By how much it is louder than the targets at this node and below, in dB; null: inherited.';
comment on column companies.clock_required is 'Devices at this node and below whose clock is off are left out of what begins together; null: inherited.';
comment on column companies.latitude is 'Degrees north; null: no coordinates.';
comment on column companies.longitude is 'Degrees east.';
comment on column companies.sound_test is 'When the devices at this node and below it test their sound; null: inherited.';
comment on column companies.lead_in is 'What wakes amplifiers before announcements; null: inherited.';
create index companies_parent on companies (parent_company_id);
create index companies_user on companies (user_id, parent_company_id);
-- A tree is read in the order of its lists, without comparing names: a comparison of natural order cost more than all the rest. An update
-- of ICU can change this order; until `reindex`, some names then stand in another place, and none is missing.
create index companies_tree_order on companies (tree_id, level, name COLLATE natural_order, company_id);
create index companies_places on companies (user_id, company_id) where type <> 'Device';
create index companies_located on companies (user_id, company_id) where latitude is not null;
create index companies_sound_test on companies (company_id) where sound_test is not null;

create table company_counts (
  user_id int primary key references users on delete cascade,
  nodes int not null
);
comment on table company_counts is 'The number of nodes of a user; maintained by triggers.';

create table responsible_people (
  company_id int references companies on delete cascade,
  position int not null,
  name text not null,
  email text,
  phone text,
  language text not null check (language in ('en', 'ru', 'de')),
  entered_by int references users on delete set null,
  primary key (company_id, "position"),
  check (email is not null or phone is not null)
);
comment on column responsible_people.position is 'In the list of the node, from 1.';
comment on column responsible_people.phone is 'With its plus.';
comment on column responsible_people.entered_by is 'Who has entered the list; null: its owner, or before this was kept.';
create index responsible_people_entered_by on responsible_people (entered_by) where entered_by is not null;

create table floor_plans (
  company_id int primary key references companies on delete cascade,
  sha256 text not null,
  format text not null check (format in ('png', 'jpeg', 'webp')),
  width int not null,
  height int not null,
  bytes int not null,
  revision int not null default 1,
  updated_at timestamptz not null default now()
);
comment on table floor_plans is 'One image per node; its file is named by the hash, and several may share it.';
comment on column floor_plans.revision is 'Of the list of its devices.';
create index floor_plans_file on floor_plans (sha256);

create table floor_plan_devices (
  company_id int references floor_plans on delete cascade,
  device_id int,
  x double precision not null check (x >= 0::double precision and x <= 1::double precision),
  y double precision not null check (y >= 0::double precision and y <= 1::double precision),
  primary key (company_id, device_id)
);
comment on table floor_plan_devices is 'Where devices are on a floor plan: fractions of its width and height. Triggers delete those of devices that leave the branch.';
create index floor_plan_devices_device on floor_plan_devices (device_id);

-- Statement-level triggers run last, so the counter row is not locked during a long statement. Concurrent changes of one user's nodes are
-- serialised by this lock.
-- The highest node below the main company; null on the main company itself.
create function top_branch_of(node int) returns int language sql stable as $$
    with recursive up (company_id, parent_company_id, main_company_id) as (
      select company_id, parent_company_id, main_company_id from companies where company_id = node
      union
      select c.company_id, c.parent_company_id, c.main_company_id from up join companies c on c.company_id = up.parent_company_id
    )
    select company_id from up where parent_company_id = main_company_id
  $$;

create function count_added_companies() returns trigger language plpgsql as $$
begin
  insert into company_counts as c (user_id, nodes)
  select user_id, count(*) from added group by user_id order by user_id
  on conflict (user_id) do update set nodes = c.nodes + excluded.nodes;
  return null;
end $$;
create trigger companies_count_added after insert on companies referencing new table as added for each statement execute function count_added_companies();

create function count_removed_companies() returns trigger language plpgsql as $$
begin
  update company_counts c set nodes = c.nodes - r.nodes
  from (select user_id, count(*) as nodes from removed group by user_id) r
  where c.user_id = r.user_id;
  return null;
end $$;
create trigger companies_count_removed after delete on companies referencing old table as removed for each statement execute function count_removed_companies();

create function device_leaves_floor_plans() returns trigger language plpgsql as $$
  begin
    delete from floor_plan_devices p where p.device_id = new.device_id and p.company_id not in (
      with recursive above (company_id) as (
        select new.company_id where new.company_id is not null
        union all
        select c.parent_company_id from companies c join above on c.company_id = above.company_id
        where c.parent_company_id is not null
      ) select company_id from above);
    return null;
  end $$;

-- Plans inside of the moved branch keep their devices; those above it keep what is still below them.
create function branch_leaves_floor_plans() returns trigger language plpgsql as $$
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
  end $$;
create trigger companies_leave_floor_plans after update of parent_company_id on companies for each row when (old.parent_company_id is distinct from new.parent_company_id) execute function branch_leaves_floor_plans();
