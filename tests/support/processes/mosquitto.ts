import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probePort } from '@belfry/infra/local/ports';
import { accepts } from './accepts.ts';
import { until } from '../until.ts';

const PROGRAM = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'].find((path) =>
  existsSync(path),
);

/** Whether Mosquitto is installed. */
export const hasMosquitto = PROGRAM !== undefined;

/** Starts Mosquitto on a free port. The user `service` may access all topics, other clients only those below `devices/`. */
export async function startMosquitto(): Promise<{ port: number; stop(): Promise<void> }> {
  if (PROGRAM === undefined) throw new Error('Mosquitto is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'belfry-mosquitto-'));
  const port = await probePort(0, '127.0.0.1');
  const acl = join(folder, 'acl');
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(acl, 'topic readwrite devices/#\nuser service\ntopic readwrite #\n', { mode: 0o600 });
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', `acl_file ${acl}`, 'log_type none'];
  // When started by root, Mosquitto would switch to a user that cannot read the file.
  writeFileSync(config, `${[...lines, 'user root'].join('\n')}\n`);
  const server = spawn(PROGRAM, ['-c', config], { stdio: 'ignore' });
  await until('Mosquitto listens', () => accepts(port));
  return {
    port,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit');
        server.kill();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
