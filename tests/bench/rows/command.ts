import { randomSerial } from '@belfry/schemas/domain/serial';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { setTimeout as delay } from 'node:timers/promises';
import { startBelfry, type BenchDevice } from '../lib/belfry.ts';
import { node, runLoad, start, type RunningProcess } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { pathOf } from '../../support/http-client.ts';

const DEVICES = 20;

const REQUESTS = 1_000;
const FLOOR = 'Express, MQTT.js and two rows';

async function respond(port: number, devices: BenchDevice[]): Promise<RunningProcess> {
  const running = start(node('tests/bench/load/respond.ts', JSON.stringify({ port, devices })), { core: 1 });
  await running.line((line) => line === 'ready');
  return running;
}

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const enrolled = await belfry.devices(DEVICES);
  const aedes = start(node('tests/bench/floors/aedes.ts'), { core: 0 });
  const { port: mqttPort } = JSON.parse(await aedes.line((line) => line.startsWith('{'))) as { port: number };
  const floor = start(
    node('tests/bench/floors/commands.ts', JSON.stringify({ mqttPort, databaseUrl: belfry.databaseUrl })),
    { core: 1 },
  );
  const { port: floorPort } = JSON.parse(await floor.line((line) => line.startsWith('{'))) as { port: number };
  const anonymous = enrolled.map(() => ({ serial: randomSerial(), password: '' }));
  const running = [aedes, floor, await respond(belfry.mqttPort, enrolled), await respond(mqttPort, anonymous)];
  await untilOnline(belfry.pool, DEVICES);

  const round = async (port: number, paths: string[]): Promise<number> => {
    const body = { command: 'set_volume', params: { channel: 0, volume: 50 } };
    const input = { port, paths, key: belfry.key, callers: 1, requests: REQUESTS, body };
    return (await runLoad<{ p50: number }>('tests/bench/load/request.ts', { core: 0, input })).p50;
  };
  const ours = enrolled.map(({ serial }) => pathOf(commandsHttp.sendAndWait, { serial }));
  const theirs = anonymous.map(({ serial }) => `/commands/${serial}`);
  return {
    title: 'REST → device → REST, one at a time, p50',
    unit: 'ms',
    ours: 'Belfry',
    contenders: [
      { name: 'Belfry', round: () => round(belfry.httpPort, ours) },
      { name: FLOOR, round: () => round(floorPort, theirs) },
    ],
    targets: [{ against: FLOOR, atMost: 1.3 }],
    notes: [`${REQUESTS} commands a round to ${DEVICES} devices that respond at once.`],
    rounds: 7,
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()));
      await belfry.stop();
    },
  };
}

async function untilOnline(
  pool: { query(text: string): Promise<{ rows: { count: number }[] }> },
  count: number,
): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { rows } = await pool.query(`select count(*)::int as count from device_state where status = 'online'`);
    if (rows[0]?.count === count) return;
    await delay(50);
  }
  throw new Error('the devices did not come online within 10 s');
}

/** The command round trip over REST with durable rows. */
export const command: Row = { name: 'command', prepare };
