import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The node above that of a device, beside the device. What holds at a device for a member follows from it and from memberships at the node itself,
 * so a list of 10,000 devices compares them with the few nodes above them, and not with as many nodes.
 */
export const devicePlaces: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table devices add column place_id int`,
  `comment on column devices.place_id is 'The node above that of company_id; written by triggers only.'`,
  `update devices d set place_id = c.parent_company_id from companies c where c.company_id = d.company_id`,
  `create index devices_place on devices (place_id) where place_id is not null`,
  `create index companies_places on companies (user_id, company_id) where type <> 'Device'`,
  `create function find_device_place() returns trigger language plpgsql as $$
  begin
    new.place_id := (select parent_company_id from companies where company_id = new.company_id);
    return new;
  end $$`,
  `create trigger devices_find_place before insert or update of company_id on devices
    for each row execute function find_device_place()`,
  `create function move_device_place() returns trigger language plpgsql as $$
  begin
    update devices set place_id = new.parent_company_id where company_id = new.company_id;
    return null;
  end $$`,
  `create trigger companies_move_device after update of parent_company_id on companies
    for each row when (old.parent_company_id is distinct from new.parent_company_id) execute function move_device_place()`,
];
