import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which instance of the api ingests the messages of which devices. A shard without an instance is free. `shard_of_device`
 * computes the same as `shardOf` (schemas/src/mqtt/shards.ts).
 */
export const ingestShards: Migration = {
  async up(db) {
    await sql`
      create table ingest_instances (
        instance_id uuid primary key,
        host text not null,
        shards int not null,
        renewed_at timestamptz not null default now(),
        fenced boolean not null default false
      )`.execute(db);
    await sql`
      create table ingest_shards (
        shards int not null,
        shard int not null,
        instance_id uuid references ingest_instances on delete set null,
        epoch bigint not null default 0,
        primary key (shards, shard)
      )`.execute(db);
    await sql`create index ingest_shards_instance on ingest_shards (instance_id)`.execute(db);
    await sql`
      create function shard_of_device(serial text, shards int) returns int language sql immutable parallel safe as $$
        select ((replace(serial, '-', '')::bigint & 4294967295) * 1640531527 & 4294967295) / 65536 % shards
      $$`.execute(db);
  },
};
