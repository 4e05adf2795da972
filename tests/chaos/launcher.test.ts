import { healthHttp } from '@belfry/schemas/http/service/health';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { processesOf, startLauncher, type Launcher } from '../support/processes/launcher.ts';
import { createHttpClient } from '../support/http-client.ts';

/** The launcher waits longer before each further start, and Postgres recovers what it had not written. */
const WITHIN_A_MINUTE = { timeout: 60_000, interval: 50 };

/** A part of the command line that identifies each process. */
const PROCESSES = { broker: '/broker.src.main.mjs', api: '/api.src.main.mjs', postgres: '/bin/postgres -D' };

/** Postgres, broker, api and simulator; they start further processes. */
const MIN_PROCESSES = 4;

let dataDir: string;
let webDist: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'belfry-launch-'));
  // With a placeholder the console is not built.
  webDist = mkdtempSync(join(tmpdir(), 'belfry-console-'));
  writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>Belfry</title>');
});
afterAll(() => {
  for (const dir of [dataDir, webDist]) rmSync(dir, { recursive: true, force: true });
});

const launchers: Launcher[] = [];
afterEach(async () => {
  await Promise.all(launchers.splice(0).map((launcher) => launcher.end('SIGTERM')));
});

function start(env: Record<string, string> = {}): Launcher {
  const launcher = startLauncher(dataDir, { WEB_DIST: webDist, ...env });
  launchers.push(launcher);
  return launcher;
}

const pidOf = (part: keyof typeof PROCESSES): number | undefined =>
  processesOf(dataDir).find(({ command }) => command.includes(PROCESSES[part]))?.pid;

/** The TCP addresses (IPv4 as text, IPv6 as the kernel writes it) at which these processes accept connections. */
function listenersOf(pids: readonly number[]): string[] {
  const LISTENING = '0A';
  const inodes = new Set(
    pids.flatMap((pid) => {
      const folder = `/proc/${pid}/fd`;
      return readdirSync(folder).map((fd) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, fd)))?.[1];
        } catch {
          return undefined;
        }
      });
    }),
  );
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1));
  const addresses = rows
    .map((row) => row.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENING && inodes.has(fields[9]))
    .map(([, local = '']) => {
      const [host = '', port = ''] = local.split(':');
      const bytes = [...Buffer.from(host, 'hex')].toReversed().join('.');
      return `${host.length === 8 ? bytes : host}:${Number.parseInt(port, 16)}`;
    });
  return [...new Set(addresses)];
}

async function expectHealthy(url: string): Promise<void> {
  const ready = () => createHttpClient(url).call(healthHttp.ready, null);
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), WITHIN_A_MINUTE);
}

async function expectStop(launcher: Launcher): Promise<void> {
  expect(await launcher.end('SIGTERM')).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
}

describe('npm start', () => {
  it('starts all processes, restarts killed ones, and leaves none when it is stopped', async () => {
    const launcher = start();
    const url = await launcher.ready;
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(statSync(join(dataDir, 'first-run.txt')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'service-secret')).mode & 0o777).toBe(0o600);
    const open = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    for (const part of ['broker', 'api', 'postgres'] as const) {
      const killed = pidOf(part);
      expect(killed).toBeGreaterThan(0);
      process.kill(killed ?? 0, 'SIGKILL');
      await vi.waitFor(
        () => expect(launcher.lines).toContain(`${part} stopped (SIGKILL), starting it again`),
        WITHIN_A_MINUTE,
      );
      await vi.waitFor(() => expect(launcher.lines).toContain(`${part} runs again`), WITHIN_A_MINUTE);
      expect(pidOf(part)).not.toBe(killed);
      await expectHealthy(url);
    }
    expect(launcher.lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);
    expect(launcher.lines.join('\n')).toMatch(/this machine only; HTTP_HOST=0\.0\.0\.0 and MQTT_HOST=0\.0\.0\.0 opens/);
    await expectStop(launcher);
  });

  it('starts a second time on the same data folder, and rejects a second launcher beside it', async () => {
    const launcher = start();
    await launcher.ready;
    expect(launcher.lines.join('\n')).not.toContain('first root account');
    await expect(start().ready).rejects.toThrow(`already runs on DATA_DIR ${dataDir}`);
    await expectStop(launcher);
  });

  it('leaves no process when it is killed itself, and can be restarted at once on the same port', async () => {
    const launcher = start();
    const { port } = new URL(await launcher.ready);
    const left = processesOf(dataDir).filter(({ pid }) => pid !== launcher.process.pid);
    expect(left.length).toBeGreaterThanOrEqual(MIN_PROCESSES);
    expect(await launcher.end('SIGKILL')).toBeNull();
    const next = start({ HTTP_PORT: port });
    await next.ready;
    const now = new Set(processesOf(dataDir).map(({ pid }) => pid));
    expect(left.filter(({ pid }) => now.has(pid))).toEqual([]);
    await expectStop(next);
  });

  it('listens on loopback, and on the network only where configured', async () => {
    const launcher = start({ MQTT_HOST: '0.0.0.0', SIM_DEVICES: '0' });
    const { port } = new URL(await launcher.ready);
    const environment = readFileSync(`/proc/${pidOf('broker') ?? 0}/environ`, 'utf8').split('\0');
    const mqttPort = environment.find((line) => line.startsWith('MQTT_PORT='))?.slice('MQTT_PORT='.length);
    const listening = listenersOf(processesOf(dataDir).map(({ pid }) => pid));
    expect(listening.filter((address) => address.endsWith(`:${port}`))).toEqual([`127.0.0.1:${port}`]);
    expect(listening.filter((address) => address.endsWith(`:${mqttPort}`))).toEqual([`0.0.0.0:${mqttPort}`]);
    const open = listening.filter((address) => !address.startsWith('127.0.0.1:'));
    expect(open).toHaveLength(2);
    expect(launcher.lines.join('\n')).not.toContain('MQTT_HOST=0.0.0.0 opens');
    await expectStop(launcher);
  });

  it('can be stopped while it is starting', async () => {
    const launcher = start();
    await vi.waitFor(() => expect(pidOf('postgres')).toBeGreaterThan(0), WITHIN_A_MINUTE);
    await expectStop(launcher);
  });

  it.each([
    { HTTP_PORT: 'eighty' },
    { SIM_DEVICES: '-1' },
    { METRICS_RETENTION_DAYS: 'long' },
    { LOG_LEVEL: 'loud' },
  ] as Record<string, string>[])('rejects %j and names the setting', async (setting) => {
    const launcher = start(setting);
    await expect(launcher.ready).rejects.toThrow(Object.keys(setting)[0]);
    expect(processesOf(dataDir)).toEqual([]);
  });

  it('names a port that is in use', async () => {
    const server = createServer().listen(0, '0.0.0.0');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(start({ MQTT_PORT: String(port) }).ready).rejects.toThrow(`MQTT_PORT ${port} is in use`);
    server.close();
    expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(false);
  });
});
