import { Counter, Gauge, Histogram } from 'prom-client';

/** Prometheus figures of the spine; they live on the default registry, which GET /metrics prints. */

const LATENCIES_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5];
const SIZES = [1, 2, 5, 10, 50, 100, 500, 1_000, 2_000];

export const linkUp = new Gauge({ name: 'belfry_ingest_link_up', help: '1 while this instance hears the devices' });
export const leading = new Gauge({
  name: 'belfry_ingest_leader',
  help: '1 while this instance is the one that ingests',
});
export const uncommitted = new Gauge({
  name: 'belfry_ingest_uncommitted',
  help: 'Messages that were read and are not committed yet',
});
export const lagSeconds = new Gauge({
  name: 'belfry_ingest_lag_seconds',
  help: 'For how long the oldest uncommitted message has been waiting',
});
export const inbound = new Counter({
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
  help: 'Messages whose handling failed with an exception and that were left out',
});
export const poisonRows = new Counter({
  name: 'belfry_ingest_poison_rows_total',
  help: 'Messages that parsed but that Postgres refused',
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
  help: 'How long a batch took to be committed',
  labelNames: ['kind'],
  buckets: LATENCIES_S,
});
export const duplicates = new Counter({
  name: 'belfry_metrics_duplicates_total',
  help: 'Metric records that were in the table already',
});
export const strangers = new Counter({
  name: 'belfry_metrics_unknown_devices_total',
  help: 'Metric records of serials that no device has',
});
export const acksPublished = new Counter({
  name: 'belfry_acks_published_total',
  help: 'Cumulative acknowledgements sent to devices',
});
export const silentDevices = new Counter({
  name: 'belfry_presence_silent_total',
  help: 'Devices that were marked offline because they said nothing',
});
export const commandsSettled = new Counter({
  name: 'belfry_command_deliveries_total',
  help: 'Deliveries of commands by the state in which they ended',
  labelNames: ['state'],
});
export const commandSeconds = new Histogram({
  name: 'belfry_command_seconds',
  help: 'From a call that waits for the device to its answer',
  buckets: LATENCIES_S,
});
export const foreignResponses = new Counter({
  name: 'belfry_command_foreign_responses_total',
  help: 'Answers of devices to commands that were never sent to them',
});
export const oddResults = new Counter({
  name: 'belfry_command_odd_results_total',
  help: 'Successes of devices whose result is not what the command table promises',
  labelNames: ['command'] as const,
});
export const publishes = new Counter({
  name: 'belfry_publishes_total',
  help: 'Messages that the api published',
  labelNames: ['outcome'],
});
