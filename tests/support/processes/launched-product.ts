import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import pg from 'pg';
import { childrenOf } from './children.ts';
import { processesOf, startLauncher, type Launcher } from './launcher.ts';
import { until } from '../until.ts';
import { enrolDevices, type Enrolled } from '../devices/enrolment.ts';
import { createHttpClient, success, type HttpClient } from '../http-client.ts';

const PROCESSES = { broker: '/broker.src.main.mjs', api: '/api.src.main.mjs', postgres: '/bin/postgres -D' };
const RESTART_MS = 60_000;

export type ProcessName = keyof typeof PROCESSES;
export type { Enrolled };

/** Belfry as `npm start` runs it, with access to its processes, ports and files. */
export interface LaunchedProduct {
  launcher: Launcher;
  dataDir: string;
  /** The data folder as the processes see it, when they have a mount namespace of their own. */
  files: string;
  url: string;
  /** The URL of the api's internal listener. */
  internalUrl: string;
  mqttPort: number;
  wsPort: number;
  brokerHttpPort: number;
  secret: string;
  pool: pg.Pool;
  pidOf(name: ProcessName): number | undefined;
  /** Kills a process with SIGKILL and waits until the launcher has restarted it. */
  kill(name: ProcessName): Promise<void>;
  /** All processes of Postgres. */
  postgresPids(): number[];
  /** Resident memory of a process, in MiB. */
  memoryOf(name: ProcessName): number;
  /** The log lines of a process. */
  logOf(name: ProcessName): string[];
  api: HttpClient;
  /** A key of the root account. */
  rootKey(): Promise<string>;
  /** Provisions and enrols devices. */
  enrol(count: number): Promise<Enrolled[]>;
  stop(): Promise<void>;
}

export const ROOT = { ROOT_EMAIL: 'root@belfry.test', ROOT_PASSWORD: 'Root-pass-1' };

/** @param launchPrefix see `startLauncher`; `{dataDir}` in it stands for the data folder. */
export async function launchProduct(
  env: Record<string, string> = {},
  launchPrefix: readonly string[] = [],
): Promise<LaunchedProduct> {
  const home = mkdtempSync(join(tmpdir(), 'belfry-chaos-'));
  const [dataDir, webDist] = [join(home, 'data'), join(home, 'console')];
  for (const folder of [dataDir, webDist]) mkdirSync(folder);
  // No test opens the console, so it is not built.
  writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>Belfry</title>');
  const settings = { SIM_DEVICES: '0', WEB_DIST: webDist, ...ROOT, ...env };
  const launcher = startLauncher(
    dataDir,
    settings,
    launchPrefix.map((word) => word.replace('{dataDir}', dataDir)),
  );
  const url = await launcher.ready.catch(async (error: Error) => {
    await launcher.end('SIGTERM');
    throw error;
  });
  const files = `/proc/${launcher.process.pid ?? 0}/root${dataDir}`;
  const processes = processAccess(dataDir, files, launcher);
  const { environmentOf } = processes;
  const pool = new pg.Pool({ connectionString: environmentOf('api', 'DATABASE_URL'), max: 2 });
  pool.on('error', () => {});
  const secret = readFileSync(join(files, 'service-secret'), 'utf8').trim();

  const internalUrl = `http://127.0.0.1:${environmentOf('api', 'INTERNAL_PORT')}`;

  const api = createHttpClient(url);

  return {
    launcher,
    dataDir,
    files,
    url,
    internalUrl,
    mqttPort: Number(environmentOf('broker', 'MQTT_PORT')),
    wsPort: Number(environmentOf('broker', 'MQTT_WS_PORT')),
    brokerHttpPort: Number(environmentOf('broker', 'BROKER_HTTP_PORT')),
    secret,
    pool,
    ...processes,
    api,
    rootKey: async () => {
      const credentials = { email: ROOT.ROOT_EMAIL, password: ROOT.ROOT_PASSWORD };
      return (await success(api.call(authHttp.signIn, null, credentials))).user_key;
    },
    enrol: (count) => enrolDevices({ url, internalUrl, secret }, count),
    async stop() {
      await pool.end();
      await launcher.end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Finds and kills the processes of a launcher. */
function processAccess(dataDir: string, files: string, launcher: Launcher) {
  // A test may have started other apis with this data folder, whose ids are lower when the system has begun again with small ones.
  const pidOf = (name: ProcessName): number | undefined => {
    const children = new Set(childrenOf(launcher.process.pid ?? 0));
    return processesOf(dataDir).find(({ pid, command }) => children.has(pid) && command.includes(PROCESSES[name]))?.pid;
  };

  return {
    pidOf,
    /** An environment variable of a running process. */
    environmentOf(name: ProcessName, variable: string): string {
      const environment = readFileSync(`/proc/${pidOf(name) ?? 0}/environ`, 'utf8').split('\0');
      return environment.find((line) => line.startsWith(`${variable}=`))?.slice(variable.length + 1) ?? '';
    },
    async kill(name: ProcessName): Promise<void> {
      const again = `${name} runs again`;
      const times = (): number => launcher.lines.filter((line) => line === again).length;
      const before = times();
      const pid = pidOf(name);
      // The id 0 would be that of all processes of the test.
      if (pid === undefined) throw new Error(`${name} does not run`);
      process.kill(pid, 'SIGKILL');
      await until(again, times, (count) => count > before, RESTART_MS);
    },
    postgresPids(): number[] {
      const server = pidOf('postgres');
      return server === undefined ? [] : [server, ...childrenOf(server)];
    },
    memoryOf(name: ProcessName): number {
      const status = readFileSync(`/proc/${pidOf(name) ?? 0}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    },
    logOf: (name: ProcessName): string[] =>
      readFileSync(join(files, 'logs', `${name}.log`), 'utf8')
        .split('\n')
        .filter(Boolean),
  };
}
