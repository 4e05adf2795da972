import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const COMPANY_TYPES = ['Main', 'Element', 'Company', 'Device'];
const DEVICE_TYPES = ['audio', 'video', 'network', 'storage', 'other'];

/** The trees of companies, the devices that are bound to their nodes, and groups of such nodes. */
export const companies: Migration = {
  async up(db) {
    // Natural order: ignores case at first, and sorts Room 9 before Room 10.
    await sql`create collation natural_order (provider = icu, locale = 'und-u-kn-true')`.execute(db);
    // Level and tree are stored on every node, so that a tree is read without recursion. A move
    // of a node rewrites both below it. The foreign key ensures that a parent is deleted after its children.
    await sql`
      create table companies (
        company_id int generated always as identity primary key,
        parent_company_id int references companies,
        main_company_id int,
        tree_id int not null generated always as (coalesce(main_company_id, company_id)) stored,
        level int not null,
        user_id int not null references users on delete cascade,
        type text not null check (type in ${oneOf(COMPANY_TYPES)}),
        name text not null,
        description text,
        emblem text,
        continent text,
        country text,
        city text,
        street text,
        house text,
        zip text,
        device_type text check (device_type in ${oneOf(DEVICE_TYPES)}),
        time_zone_utc int not null,
        default_language text not null,
        default_voice text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check ((type = 'Main') = (parent_company_id is null)),
        check ((parent_company_id is null) = (main_company_id is null)),
        check ((parent_company_id is null) = (level = 0))
      )`.execute(db);
    await sql`create index companies_parent on companies (parent_company_id)`.execute(db);
    await sql`create index companies_tree on companies (tree_id)`.execute(db);
    await sql`create index companies_user on companies (user_id, parent_company_id)`.execute(db);

    // Before this migration the company was a number without a foreign key.
    await sql`update devices set company_id = null where company_id is not null`.execute(db);
    await sql`
      alter table devices
        add constraint devices_company foreign key (company_id) references companies on delete set null`.execute(db);
    await sql`create unique index devices_company_key on devices (company_id) where company_id is not null`.execute(db);

    await sql`
      create table device_groups (
        id int generated always as identity primary key,
        user_id int not null references users on delete cascade,
        name text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create unique index device_groups_name on device_groups (user_id, lower(name))`.execute(db);
    await sql`
      create table device_group_elements (
        group_id int not null references device_groups on delete cascade,
        company_id int not null references companies on delete cascade,
        added_at timestamptz not null default now(),
        primary key (group_id, company_id)
      )`.execute(db);
    await sql`create index device_group_elements_company on device_group_elements (company_id)`.execute(db);
  },
};
