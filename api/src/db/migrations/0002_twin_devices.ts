import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Devices whose key another device has as well, as after the copy of an SD card. */
export const twinDevices: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table device_twins (
    device_id int primary key references devices on delete cascade,
    stays_peer text not null,
    stays_ip text,
    refused_peer text not null,
    refused_ip text,
    since timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`,
  `comment on table device_twins is 'Devices whose key two devices have: the one that is connected, and the one that is refused.'`,
  `comment on column device_twins.stays_ip is 'As the device has reported it; null: unknown. The peer is the address of its connection.'`,
  `comment on column device_twins.seen_at is 'When the broker last told it.'`,
] as const;
