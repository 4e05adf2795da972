import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probePort } from '@belfry/infra/local/ports';
import { accepts } from './accepts.ts';
import { until } from '../until.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((path) =>
  existsSync(path),
);

/** Whether PgBouncer is installed. */
export const hasPgBouncer = PROGRAM !== undefined;

type PgBouncerOptions = {
  mode: 'session' | 'transaction';
  /** Settings of connections that are accepted and dropped. */
  ignoredParameters?: readonly string[];
};

/** Starts PgBouncer before the server of a database. `url` leads to the same database through it. */
export async function startPgBouncer(
  databaseUrl: string,
  { mode, ignoredParameters = [] }: PgBouncerOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed');
  const url = new URL(databaseUrl);
  const port = await probePort(0, '127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'belfry-pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  const { hostname, username, password } = url;
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${url.port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${ignoredParameters.join(',')}
`,
  );
  // PgBouncer does not run as root, and its user must be able to read the file.
  chmodSync(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server = spawn(PROGRAM, ['-q', ...asUser, config], { stdio: 'ignore' });
  await until('PgBouncer listens', () => accepts(port));
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
