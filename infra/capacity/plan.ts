import type { Costs } from './costs.ts';

export type Fleet = {
  devices: number;
  /** Seconds between two metrics records of a device. */
  intervalS: number;
  /** Days for which single records are kept (METRICS_RETENTION_DAYS). */
  rawDays: number;
};

/** The share of the time for which a processor is planned to be busy, so that there is room for bursts and for the loss of a node. */
const TARGET_UTILISATION = 0.6;
/** What one process of the bundled broker accepts (MAX_CONNECTIONS). */
const BROKER_CONNECTIONS = 25_000;
/**
 * RabbitMQ 3.10 on 2 shared cores with its load generator: memory of an idle connection, and messages a second of three nodes with quorum
 * queues. A lower bound: the generator took its part of the processor.
 */
const RABBITMQ = { connectionBytes: 213_000, perCore: 6_600 / 2, nodeBytes: 64e9, nodeCores: 16, leastNodes: 3 };
/** A metrics message of QoS 1 with TCP, IP and TLS: 238 bytes of MQTT, two headers of 40, a TLS record of 29, and the PUBACK. */
const RECORD_WIRE_BYTES = 238 + 40 + 29 + (4 + 40 + 29);
/** Speech of 64 kbit/s, ten seconds. */
const AUDIO_BYTES = 80_000;
const GIGABIT_BYTES_PER_S = 125e6;
const DAY_S = 86_400;

export type Plan = ReturnType<typeof planCapacity>;

/** What a fleet needs, from what single records and connections cost. Sizes are in bytes, rates per second. */
export function planCapacity({ devices, intervalS, rawDays }: Fleet, costs: Costs) {
  const recordsPerS = devices / intervalS;
  const coresFor = (microseconds: number): number => (recordsPerS * microseconds) / 1e6;
  const brokerCores = coresFor(costs.brokerUs);
  const bundled = devices <= BROKER_CONNECTIONS && brokerCores <= TARGET_UTILISATION;
  const tableBytesPerDay = recordsPerS * DAY_S * costs.tableBytes;
  return {
    recordsPerS,
    broker: bundled
      ? { kind: 'bundled' as const, nodes: 1, cores: brokerCores, memoryBytes: devices * costs.connectionBytes }
      : rabbitmq(devices, recordsPerS),
    apiCores: coresFor(costs.apisUs),
    /** One instance ingests with RabbitMQ, which divides nothing into shards. */
    ingestShare: recordsPerS / costs.ingestPerS,
    apis: Math.max(2, Math.ceil(coresFor(costs.apisUs) / TARGET_UTILISATION) + 1),
    postgresCores: Math.max(2, Math.ceil(coresFor(costs.postgresUs) / TARGET_UTILISATION)),
    walBytesPerS: recordsPerS * costs.walBytes,
    tableBytesPerDay,
    tableBytes: tableBytesPerDay * rawDays,
    networkBytesPerS: recordsPerS * RECORD_WIRE_BYTES,
    reconnectS: devices / costs.reconnectsPerS,
    audioBytes: devices * AUDIO_BYTES,
    audioS: (devices * AUDIO_BYTES) / GIGABIT_BYTES_PER_S,
    compileS: (devices / 10_000) * costs.compile10kS,
  };
}

function rabbitmq(devices: number, recordsPerS: number) {
  const memoryBytes = devices * RABBITMQ.connectionBytes;
  const cores = recordsPerS / RABBITMQ.perCore;
  // One node may be lost, and the others carry its clients.
  const needed = Math.max(
    memoryBytes / (RABBITMQ.nodeBytes * TARGET_UTILISATION),
    cores / (RABBITMQ.nodeCores * TARGET_UTILISATION),
  );
  const nodes = Math.max(RABBITMQ.leastNodes, Math.ceil(needed) + 1);
  return { kind: 'RabbitMQ' as const, nodes, cores, memoryBytes };
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function bytes(value: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(value) / 3)));
  return `${number(value / 1_000 ** power)} ${UNITS[power]}`;
}

const seconds = (value: number): string => (value < 120 ? `${number(value)} s` : `${number(value / 60)} min`);

const LINES: [name: string, cell: (plan: Plan) => string][] = [
  ['records a second', ({ recordsPerS }) => number(recordsPerS)],
  ['broker', ({ broker }) => `${broker.nodes} × ${broker.kind}`],
  ['broker: cores busy', ({ broker }) => number(broker.cores)],
  ['broker: memory of connections', ({ broker }) => bytes(broker.memoryBytes)],
  ['apis', ({ apis }) => number(apis)],
  ['apis: cores busy with ingest', ({ apiCores }) => number(apiCores)],
  ['share of what one ingesting api can do', ({ ingestShare }) => `${number(ingestShare * 100)} %`],
  ['Postgres: cores', ({ postgresCores }) => number(postgresCores)],
  ['Postgres: write-ahead log', ({ walBytesPerS }) => `${bytes(walBytesPerS)}/s`],
  ['Postgres: single records per day', ({ tableBytesPerDay }) => bytes(tableBytesPerDay)],
  ['Postgres: single records kept', ({ tableBytes }) => bytes(tableBytes)],
  ['network of records, in and out', ({ networkBytesPerS }) => `${bytes(networkBytesPerS)}/s`],
  ['all reconnect, at the rate of one bundled broker', ({ reconnectS }) => seconds(reconnectS)],
  ['ten seconds of new audio for all', ({ audioBytes }) => bytes(audioBytes)],
  ['… through 1 Gbit/s', ({ audioS }) => seconds(audioS)],
  ['programmes of all compiled by one api', ({ compileS }) => seconds(compileS)],
];

export function planTable(plans: readonly { fleet: Fleet; plan: Plan }[]): string {
  const [first] = plans;
  const head = [
    `every ${first?.fleet.intervalS} s, ${first?.fleet.rawDays} days`,
    ...plans.map(({ fleet }) => `${number(fleet.devices)} devices`),
  ];
  const rows = LINES.map(([name, cell]) => [name].concat(plans.map(({ plan }) => cell(plan))));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `| --- |${' ---: |'.repeat(plans.length)}`, ...rows.map(line)].join('\n');
}
