import { Counter, Gauge, Histogram } from 'prom-client';

/** Prometheus metrics of ingest, commands and publishing, on the default registry, which GET /metrics exposes. */

const LATENCIES_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5];
const SIZES = [1, 2, 5, 10, 50, 100, 500, 1_000, 2_000];

export const linkUp = new Gauge({
  name: 'belfry_ingest_link_up',
  help: '1 while this instance receives messages of devices',
});
export const leader = new Gauge({
  name: 'belfry_ingest_leader',
  help: '1 while this instance holds shard 0, with the tasks that one instance does for all',
});
export const shardsHeld = new Gauge({
  name: 'belfry_ingest_shards_held',
  help: 'Shards of devices whose messages this instance ingests',
});
export const shardsUnheld = new Gauge({
  name: 'belfry_ingest_shards_unheld',
  help: 'Shards that no instance holds, so that the messages of their devices wait at the broker',
});
export const waitingJobs = new Gauge({
  name: 'belfry_jobs_waiting',
  help: 'Background jobs that are due and not running, counted up to 10,000 by the instance with shard 0',
});
export const uncommitted = new Gauge({
  name: 'belfry_ingest_uncommitted',
  help: 'Messages that are read and not committed yet',
});
export const lagSeconds = new Gauge({
  name: 'belfry_ingest_lag_seconds',
  help: 'Age of the oldest uncommitted message',
});
export const messagesReceived = new Counter({
  name: 'belfry_ingest_messages_total',
  help: 'Messages that devices sent',
  labelNames: ['kind'],
});
export const badPayloads = new Counter({
  name: 'belfry_ingest_bad_payloads_total',
  help: 'Messages that did not parse and were kept out of the database',
  labelNames: ['kind'],
});
export const handlerErrors = new Counter({
  name: 'belfry_ingest_handler_errors_total',
  help: 'Messages that were skipped because their handler threw',
});
export const poisonRows = new Counter({
  name: 'belfry_ingest_poison_rows_total',
  help: 'Valid messages that Postgres rejected',
  labelNames: ['kind'],
});
export const batchSize = new Histogram({
  name: 'belfry_ingest_batch_items',
  help: 'Messages per transaction',
  labelNames: ['kind'],
  buckets: SIZES,
});
export const commitSeconds = new Histogram({
  name: 'belfry_ingest_commit_seconds',
  help: 'Time to commit a batch',
  labelNames: ['kind'],
  buckets: LATENCIES_S,
});
export const duplicates = new Counter({
  name: 'belfry_metrics_duplicates_total',
  help: 'Metric records that were in the table already',
});
export const unknownDevices = new Counter({
  name: 'belfry_metrics_unknown_devices_total',
  help: 'Metric records of unknown serial numbers',
});
export const acksPublished = new Counter({
  name: 'belfry_acks_published_total',
  help: 'Cumulative acknowledgements sent to devices',
});
export const silentDevices = new Counter({
  name: 'belfry_presence_silent_total',
  help: 'Devices that were marked offline because they sent nothing',
});
export const commandsSettled = new Counter({
  name: 'belfry_command_deliveries_total',
  help: 'Settled command deliveries by final state',
  labelNames: ['state'],
});
export const commandSeconds = new Histogram({
  name: 'belfry_command_seconds',
  help: 'Time from a synchronous command call to the response of the device',
  buckets: LATENCIES_S,
});
export const unknownResponses = new Counter({
  name: 'belfry_command_foreign_responses_total',
  help: 'Responses of devices to commands that were not sent to them',
});
export const invalidResults = new Counter({
  name: 'belfry_command_odd_results_total',
  help: 'Successful responses whose result does not match the schema of the command',
  labelNames: ['command'] as const,
});
export const publishes = new Counter({
  name: 'belfry_publishes_total',
  help: 'Messages that the api published',
  labelNames: ['outcome'],
});
