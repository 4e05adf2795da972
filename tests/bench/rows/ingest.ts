import { randomSerial } from '@belfry/schemas/domain/serial';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startBelfry, type BenchDevice } from '../lib/belfry.ts';
import { mosquittoVersion, startMosquitto } from '../lib/mosquitto.ts';
import { node, runLoad, start, type RunningProcess } from '../lib/processes.ts';
import type { Contender, Measurement, Row, Target } from '../lib/row.ts';

const DEVICES = 50;
const MESSAGES = 100_000;
const NAIVE_MESSAGES = 10_000;
const WINDOW = 400;

/** Messages per second from the first publish until the last row is committed. */
async function rate(pool: Pool, table: string, port: number, devices: BenchDevice[], total: number): Promise<number> {
  await pool.query(`truncate ${table}`);
  const { begun } = await runLoad<{ begun: number }>('tests/bench/load/publish.ts', {
    core: 1,
    input: { port, devices, messagesPerDevice: total / devices.length, window: WINDOW, firstSeq: nextSeq(total) },
  });
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    if ((rows[0]?.count ?? 0) >= total) return total / ((Date.now() - begun) / 1_000);
    if (Date.now() - begun > 60_000) throw new Error(`${table}: ${rows[0]?.count} of ${total} after a minute`);
    await delay(10);
  }
}

let seq = 1;
/** Sequence numbers are never reused, since the ingest ignores duplicates. */
function nextSeq(total: number): number {
  const first = seq;
  seq += total;
  return first;
}

const FLOOR_COLUMNS = `serial text, collected_at timestamptz, seq bigint, hostname text, cpu_usage_percent real,
  cpu_temperature real, memory_usage_percent real, disk_usage_percent real, uptime_seconds bigint`;

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const enrolled = await belfry.devices(DEVICES);
  const anonymous = Array.from({ length: DEVICES }, () => ({ serial: randomSerial(), password: '' }));
  const running: { stop(): Promise<void> }[] = [];

  async function floor(table: string, mqttPort: number, batch: number): Promise<void> {
    await belfry.pool.query(`create table ${table} (${FLOOR_COLUMNS})`);
    await belfry.pool.query(`create index on ${table} (serial, collected_at)`);
    const input = JSON.stringify({ mqttPort, databaseUrl: belfry.databaseUrl, table, batch });
    const ingester = start(node('tests/bench/floors/ingester.ts', input), { core: 1 });
    await ingester.line((line) => line === 'subscribed');
    running.push(ingester);
  }
  async function aedes(): Promise<number> {
    const broker: RunningProcess = start(node('tests/bench/floors/aedes.ts'), { core: 0 });
    running.push(broker);
    return (JSON.parse(await broker.line((line) => line.startsWith('{'))) as { port: number }).port;
  }
  const [batchedPort, naivePort] = [await aedes(), await aedes()];
  await floor('floor_aedes', batchedPort, 2_000);
  await floor('floor_naive', naivePort, 1);

  const contenders: Contender[] = [
    { name: 'Belfry', round: () => rate(belfry.pool, 'metrics', belfry.mqttPort, enrolled, MESSAGES) },
    { name: 'bare Aedes + batches', round: () => rate(belfry.pool, 'floor_aedes', batchedPort, anonymous, MESSAGES) },
    {
      name: 'bare Aedes + insert each',
      round: () => rate(belfry.pool, 'floor_naive', naivePort, anonymous, NAIVE_MESSAGES),
    },
  ];
  const targets: Target[] = [
    { against: 'bare Aedes + batches', atLeast: 0.8 },
    { against: 'bare Aedes + insert each', atLeast: 5 },
  ];
  const notes = [
    `${DEVICES} devices, ${WINDOW} unacknowledged messages each, ${MESSAGES} messages a round (insert each: ${NAIVE_MESSAGES}).`,
  ];
  const mosquitto = mosquittoVersion();
  if (mosquitto === null) notes.push('Mosquitto is not installed here and was not measured.');
  else {
    const peer = await startMosquitto();
    running.push(peer);
    await floor('floor_mosquitto', peer.port, 2_000);
    contenders.push({
      name: 'Mosquitto + batches',
      round: () => rate(belfry.pool, 'floor_mosquitto', peer.port, anonymous, MESSAGES),
    });
    targets.push({ against: 'Mosquitto + batches', atLeast: 1 });
    notes.push(`Peer: ${mosquitto}.`);
  }
  return {
    title: 'device → row committed, QoS 1',
    unit: 'messages/s',
    ours: 'Belfry',
    contenders,
    targets,
    notes,
    rounds: 5,
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()));
      await belfry.stop();
    },
  };
}

export const ingest: Row = { name: 'ingest', prepare };
