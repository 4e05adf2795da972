import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomSerial } from '@belfry/schemas/domain/serial';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJournalDevice, type JournalDevice } from '../support/journal-device.ts';
import { processesOf, startLauncher, type Launcher } from '../support/launcher.ts';
import { until } from '../support/until.ts';

/** 20 devices, each a number every 20 ms: 1,000 messages a second. */
const DEVICES = 20;
const EVERY_MS = 20;
const PARTS = { broker: '/broker/src/main.ts', api: '/api/src/main.ts', postgres: '/bin/postgres -D' };
const SETTLED_MS = 60_000;
const API_MEMORY_MIB = 500;

let dataDir: string;
let launcher: Launcher;
let mqttPort: number;
let pool: pg.Pool;
const enrolled: { serial: string; key: string }[] = [];

const pidOf = (part: keyof typeof PARTS): number | undefined =>
  processesOf(dataDir).find(({ command }) => command.includes(PARTS[part]))?.pid;

/** What the launcher told a part in its environment. */
function told(part: keyof typeof PARTS, variable: string): string {
  const environment = readFileSync(`/proc/${pidOf(part) ?? 0}/environ`, 'utf8').split('\0');
  return environment.find((line) => line.startsWith(`${variable}=`))?.slice(variable.length + 1) ?? '';
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'belfry-nothing-lost-'));
  launcher = startLauncher(dataDir, { SIM_DEVICES: '0' });
  const url = await launcher.ready;
  mqttPort = Number(told('broker', 'MQTT_PORT'));
  pool = new pg.Pool({ connectionString: told('api', 'DATABASE_URL'), max: 2 });
  pool.on('error', () => {});
  const post = async <T>(path: string, body: unknown, bearer = ''): Promise<T> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };
  const secret = readFileSync(join(dataDir, 'service-secret'), 'utf8').trim();
  const devices = Array.from({ length: DEVICES }, () => ({ serial: randomSerial(), pass: 'chaos' }));
  await post('/internal/devices/provision', { devices }, secret);
  for (const device of devices) {
    const { device_key } = await post<{ device_key: string }>('/api/devices/enroll', device);
    enrolled.push({ serial: device.serial, key: device_key });
  }
}, 180_000);

afterAll(async () => {
  await pool.end();
  await launcher.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Kills a part as the kernel would, and waits until the launcher has it running again. */
async function kill(part: keyof typeof PARTS): Promise<void> {
  const again = `${part} runs again`;
  const before = launcher.lines.filter((line) => line === again).length;
  process.kill(pidOf(part) ?? 0, 'SIGKILL');
  await until(
    again,
    () => launcher.lines.filter((line) => line === again).length,
    (count) => count > before,
    20_000,
  );
}

/** Lets the fleet measure while `harm` is done, then waits for the last ack and counts. */
async function measureThrough(harm: () => Promise<void>): Promise<void> {
  await pool.query('truncate metrics');
  await pool.query(
    'update device_state set acked_seq = null, metrics_seq = null, metrics = null, metrics_measured_at = null',
  );
  await kill('api');
  const fleet: JournalDevice[] = enrolled.map((device) =>
    startJournalDevice({ port: mqttPort, everyMs: EVERY_MS, ...device }),
  );
  try {
    await delay(1_000);
    await harm();
    await delay(1_000);
    for (const device of fleet) device.finish();
    await until(
      'every number is acknowledged',
      () => fleet.filter((device) => device.acknowledged < device.measured).length,
      (waiting) => waiting === 0,
      SETTLED_MS,
    );
  } finally {
    for (const device of fleet) device.stop();
  }
  const { rows } = await pool.query<{ serial: string; rows: number; numbers: number; last: number }>(
    `select serial, count(*)::int as rows, count(distinct seq)::int as numbers, max(seq)::int as last
     from metrics join devices using (device_id) group by serial`,
  );
  const stored = new Map(rows.map((row) => [row.serial, row]));
  for (const { serial, measured } of fleet) {
    expect(stored.get(serial), serial).toEqual({ serial, rows: measured, numbers: measured, last: measured });
  }
}

/** Resident memory of a part, in MiB. */
function memoryOf(part: keyof typeof PARTS): number {
  const status = readFileSync(`/proc/${pidOf(part) ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

describe('with devices sending a thousand numbered metrics a second, every acknowledged number is stored exactly once', () => {
  it('though the api is killed three times', async () => {
    await measureThrough(async () => {
      for (let time = 0; time < 3; time++) {
        await kill('api');
        await delay(700);
      }
    });
  });

  it('though the broker is killed twice', async () => {
    await measureThrough(async () => {
      for (let time = 0; time < 2; time++) {
        await kill('broker');
        await delay(1_500);
      }
    });
  });

  it('though Postgres is killed', async () => {
    await measureThrough(() => kill('postgres'));
  });

  it('though Postgres stands still for some seconds, and memory stays bounded', async () => {
    await measureThrough(async () => {
      const servers = processesOf(dataDir).filter(
        ({ command }) => command.startsWith('postgres') || command.includes(PARTS.postgres),
      );
      for (const { pid } of servers) process.kill(pid, 'SIGSTOP');
      await delay(Number(process.env['BELFRY_PAUSE_MS'] ?? 6_000));
      expect(memoryOf('api')).toBeLessThan(API_MEMORY_MIB);
      for (const { pid } of servers) process.kill(pid, 'SIGCONT');
    });
  });
});
