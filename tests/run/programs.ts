import { spawnSync } from 'node:child_process';
import { hasMosquitto } from '../support/processes/mosquitto.ts';
import { hasPgBouncer } from '../support/processes/pgbouncer.ts';
import { hasRabbitmq } from '../support/engines/rabbitmq-node.ts';

/** A program that is not ours and that a suite of `npm run test:full` needs, by the name of its package in Debian. */
const isInstalled = {
  ffmpeg: () => runs('ffmpeg', '-version'),
  mosquitto: () => hasMosquitto,
  mpd: () => runs('mpd'),
  pgbouncer: () => hasPgBouncer,
  prometheus: () => runs('promtool'),
  'rabbitmq-server': () => hasRabbitmq,
} as const satisfies Record<string, () => boolean>;
type Program = keyof typeof isInstalled;

const runs = (command: string, option = '--version'): boolean =>
  spawnSync(command, [option], { stdio: 'ignore' }).status === 0;

/** Says which of these programs are missing, and how to install them; null when all are there. */
export function missing(...programs: readonly Program[]): string | null {
  const absent = programs.filter((program) => !isInstalled[program]());
  if (absent.length === 0) return null;
  return `not installed: ${absent.join(', ')} (Debian: apt-get install ${absent.join(' ')})`;
}
