import { isDatabaseAway } from '../../db/errors.ts';
import type { Logger } from '../../log.ts';
import type { Commands } from './commands.service.ts';

const EVERY_MS = 1_000;

/** Settles deliveries whose time is up, once a second. Needs no MQTT: it goes on while the broker is away. */
export function startDeadlineSweep(commands: Pick<Commands, 'sweep'>, log: Logger): { stop(): void } {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    commands
      .sweep()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'commands past their deadline were not settled');
      })
      .finally(() => {
        busy = false;
      });
  }, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
