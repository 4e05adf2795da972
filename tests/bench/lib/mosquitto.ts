import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { probePort } from '@belfry/infra/local/ports';
import { versionOf } from './machine.ts';
import { start } from './processes.ts';

/** The version line of `mosquitto -h`, or null when Mosquitto is not installed. */
export const mosquittoVersion = (): string | null =>
  versionOf('mosquitto', '-h') ?? versionOf('/usr/sbin/mosquitto', '-h');

/** Starts Mosquitto with an ACL file (each device has its own topics) and unlimited queues. */
export async function startMosquitto(): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'belfry-mosquitto-'));
  const port = await probePort(0, '127.0.0.1');
  const acl = path.join(folder, 'acl');
  const config = path.join(folder, 'mosquitto.conf');
  await writeFile(acl, 'topic readwrite devices/#\nuser service\ntopic readwrite #\npattern readwrite devices/%u/#\n', {
    mode: 0o600,
  });
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    `acl_file ${acl}`,
    'user root',
    'set_tcp_nodelay true',
  ];
  lines.push('max_inflight_messages 0', 'max_queued_messages 0', 'log_type error');
  await writeFile(config, `${lines.join('\n')}\n`);
  const program = versionOf('mosquitto', '-h') === null ? '/usr/sbin/mosquitto' : 'mosquitto';
  const server = start([program, '-c', config], { core: 0, quiet: true });
  await untilOpen(port);
  return {
    port,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilOpen(port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    if (attempt > 100) throw new Error(`nothing listens on ${port}`);
    await delay(50);
  }
}
