-- Groups of devices.

create table device_groups (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  created_by int references users on delete set null
);
comment on column device_groups.name is 'The name as it was typed; unique per owner, case-insensitive.';
create unique index device_groups_name on device_groups (user_id, lower(name));
create index device_groups_created_by on device_groups (created_by) where created_by is not null;

create table device_group_elements (
  group_id int references device_groups on delete cascade,
  company_id int references companies on delete cascade,
  added_at timestamptz not null default now(),
  primary key (group_id, company_id)
);
comment on column device_group_elements.company_id is 'A device node.';
create index device_group_elements_company on device_group_elements (company_id);
