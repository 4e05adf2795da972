-- The trees of companies, groups of their nodes, and the people who are told about places.

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
  volume_max int check (volume_max between 0 and 100),
  quiet_hours jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((type = 'Main') = (parent_company_id is null)),
  check ((parent_company_id is null) = (main_company_id is null)),
  check ((parent_company_id is null) = (level = 0))
);
comment on column companies.parent_company_id is 'null: a main company.';
comment on column companies.main_company_id is 'The main company above; null on itself.';
comment on column companies.tree_id is 'The main company, also on itself: all nodes of a tree share it.';
comment on column companies.level is '0 on main companies.';
comment on column companies.user_id is 'The owner: one and the same in a whole tree.';
comment on column companies.time_zone is 'An IANA name; excludes time_zone_utc. Like the settings below it is null where the node inherits; see TREE-56.';
comment on column companies.time_zone_utc is 'Minutes east of UTC.';
create index companies_parent on companies (parent_company_id);
create index companies_user on companies (user_id, parent_company_id);
-- A tree is read in the order of its lists, without comparing names: a comparison of natural order cost more than all the rest. An update
-- of ICU can change this order; until `reindex`, some names then stand in another place, and none is missing.
create index companies_tree_order on companies (tree_id, level, name collate natural_order, company_id);

create table company_counts (
  user_id int primary key references users on delete cascade,
  nodes int not null
);
comment on table company_counts is 'The number of nodes of a user; maintained by triggers.';

-- Statement-level triggers run last, so the counter row is not locked during a long statement. Concurrent changes of one user's nodes are
-- serialised by this lock.
create function count_added_companies() returns trigger language plpgsql as $$
begin
  insert into company_counts as c (user_id, nodes)
  select user_id, count(*) from added group by user_id order by user_id
  on conflict (user_id) do update set nodes = c.nodes + excluded.nodes;
  return null;
end $$;
create trigger companies_count_added after insert on companies
  referencing new table as added for each statement execute function count_added_companies();

create function count_removed_companies() returns trigger language plpgsql as $$
begin
  update company_counts c set nodes = c.nodes - r.nodes
  from (select user_id, count(*) as nodes from removed group by user_id) r
  where c.user_id = r.user_id;
  return null;
end $$;
create trigger companies_count_removed after delete on companies
  referencing old table as removed for each statement execute function count_removed_companies();

create table device_groups (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
comment on column device_groups.name is 'The name as it was typed; unique per owner, case-insensitive.';
create unique index device_groups_name on device_groups (user_id, lower(name));

create table device_group_elements (
  group_id int not null references device_groups on delete cascade,
  company_id int not null references companies on delete cascade,
  added_at timestamptz not null default now(),
  primary key (group_id, company_id)
);
comment on column device_group_elements.company_id is 'A device node.';
create index device_group_elements_company on device_group_elements (company_id);

create table responsible_people (
  company_id int not null references companies on delete cascade,
  position int not null,
  name text not null,
  email text,
  phone text,
  language text not null check (language in ('en', 'ru')),
  primary key (company_id, position),
  check (email is not null or phone is not null)
);
comment on column responsible_people.position is 'In the list of the node, from 1.';
comment on column responsible_people.phone is 'With its plus.';

create table sample_organisation (
  id int primary key check (id = 1),
  user_id int references users on delete set null,
  content jsonb,
  created_at timestamptz not null default now()
);
comment on column sample_organisation.id is 'Always 1: the table has at most one row. Without it this database has not been asked yet.';
comment on column sample_organisation.user_id is 'The owner; null where none was created.';
comment on column sample_organisation.content is 'What was created; null where there is nothing to remove.';
