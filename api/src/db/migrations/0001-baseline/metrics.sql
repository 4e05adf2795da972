-- Measurements of devices: partitions by day, and their roll-ups by hour and day.

-- The api creates the partitions of coming days.
create table metrics (
  device_id int not null,
  collected_at timestamptz not null,
  seq bigint,
  received_at timestamptz not null,
  measured_at timestamptz not null,
  hostname text not null,
  cpu_usage_percent real not null,
  cpu_temperature real not null,
  memory_usage_percent real not null,
  disk_usage_percent real not null,
  uptime_seconds bigint not null
) partition by range (collected_at);
comment on table metrics is 'Partitioned by day of `collected_at`; unique by device, `collected_at` and `seq`, so redelivery has no effect.';
comment on column metrics.collected_at is 'The time of measurement by the clock of the device.';
comment on column metrics.received_at is 'The time of receipt by the clock of the server.';
comment on column metrics.measured_at is '`collected_at`, corrected by the known skew of the device''s clock.';
comment on column metrics.cpu_temperature is '°C';
create unique index metrics_once on metrics (device_id, collected_at, seq) NULLS not distinct;

create table metrics_default partition of metrics default;

-- By the hour and by the day, partitioned by month. The job that fills them creates the partitions.
create table metrics_hourly (
  at timestamptz,
  device_id int,
  records int not null,
  cpu_avg real not null,
  cpu_min real not null,
  cpu_max real not null,
  temperature_avg real not null,
  temperature_min real not null,
  temperature_max real not null,
  memory_avg real not null,
  memory_min real not null,
  memory_max real not null,
  disk_avg real not null,
  disk_min real not null,
  disk_max real not null,
  primary key (device_id, at)
) partition by range (at);
comment on table metrics_hourly is 'The records of a device that were measured in the hour that begins at `at`.';
comment on column metrics_hourly.temperature_avg is '°C';

create table metrics_daily (
  at timestamptz,
  device_id int,
  records int not null,
  cpu_avg real not null,
  cpu_min real not null,
  cpu_max real not null,
  temperature_avg real not null,
  temperature_min real not null,
  temperature_max real not null,
  memory_avg real not null,
  memory_min real not null,
  memory_max real not null,
  disk_avg real not null,
  disk_min real not null,
  disk_max real not null,
  primary key (device_id, at)
) partition by range (at);
comment on table metrics_daily is 'The records of a device that were measured in the UTC day that begins at `at`.';
comment on column metrics_daily.temperature_avg is '°C';

create table metrics_rollup_progress (
  only_row boolean default true primary key check (only_row),
  next_day timestamptz,
  after_device int not null default 0
);
comment on table metrics_rollup_progress is 'One row: which days are rolled up.';
comment on column metrics_rollup_progress.next_day is 'The first UTC day that is not rolled up for all devices; null before the job has run for the first time.';
comment on column metrics_rollup_progress.after_device is 'The devices up to this id are rolled up for `next_day`.';

-- Computes the same as `shardOf` (schemas/src/mqtt/shards.ts).
create function shard_of_device(serial text, shards int) returns int language sql immutable parallel safe as $$
  select ((replace(serial, '-', '')::bigint & 4294967295) * 1640531527 & 4294967295) / 65536 % shards
$$;

insert into metrics_rollup_progress default values;
