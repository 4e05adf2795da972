import './preflight.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type LauncherConfig } from './config.ts';
import { lockDataDir } from './lock.ts';
import { ROOT } from './paths.ts';
import { databaseUrl, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { inspectProcess } from './processes/inspect-process.ts';

/**
 * `npm run backup` and `npm run restore`: runs the program of the api on the database of DATABASE_URL, or on that of `npm start` in DATA_DIR,
 * whose server it starts unless it runs. Only a backup may be made while Belfry runs.
 */
async function main([command = '', ...args]: readonly string[]): Promise<number> {
  const config = readConfig(process.env);
  const server = await openServer(config, command);
  try {
    const env = { ...process.env, DATA_DIR: config.DATA_DIR, DATABASE_URL: server.url, ...secretOf(config) };
    const program = join(ROOT, 'api/src/features/backups/main.ts');
    const child = spawn(process.execPath, [program, command, ...args], { env, stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await server.stop();
  }
}

type Server = { url: string; stop(): Promise<void> };

async function openServer({ DATABASE_URL, DATA_DIR }: LauncherConfig, command: string): Promise<Server> {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, stop: async () => {} };
  const isRestored = command === 'restore';
  const url = runningServer(DATA_DIR);
  if (url !== null && !isRestored) return { url, stop: async () => {} };
  if (!isRestored && !existsSync(join(DATA_DIR, 'postgres', 'PG_VERSION')))
    throw new Error(`There is no installation in DATA_DIR ${DATA_DIR}, and DATABASE_URL is not set.`);
  const unlock = await lockDataDir(DATA_DIR);
  try {
    const server = await startEmbeddedPostgres({ dataDir: DATA_DIR });
    return {
      url: server.url,
      async stop() {
        await server.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The line of `postmaster.pid` with the port. */
const PORT_LINE = 3;

function runningServer(dataDir: string): string | null {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const holder = inspectProcess(Number(lines[0]));
  const port = Number(lines[PORT_LINE]);
  if (!holder || holder.zombie || !Number.isInteger(port)) return null;
  const password = readFileSync(join(dataDir, 'postgres-secret'), 'utf8').trim();
  return databaseUrl({ password }, port);
}

function secretOf({ SERVICE_SECRET, DATA_DIR }: LauncherConfig): { SERVICE_SECRET?: string } {
  const file = join(DATA_DIR, 'service-secret');
  if (SERVICE_SECRET !== undefined) return { SERVICE_SECRET };
  return existsSync(file) ? { SERVICE_SECRET: readFileSync(file, 'utf8').trim() } : {};
}

// The program removes what it has begun; the server is stopped after it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// The files of a restored installation are for this user only.
process.umask(0o077);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
