import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import type { Logger } from '../../log.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { commandsSettled } from '../../mqtt/metrics.ts';
import type { CallerNotifier } from './callers.ts';
import { notifyCommandsChanged } from './delivery.ts';
import { expireDeliveries } from './deliveries.sql.ts';

const INTERVAL_MS = 1_000;

type SweepDeps = {
  db: Kysely<Database>;
  events: Pick<ConsoleEvents, 'changed'>;
  callers: Pick<CallerNotifier, 'expired'>;
};

export async function sweepDeadlines({ db, events, callers }: SweepDeps, now = Date.now()): Promise<void> {
  const expired = await expireDeliveries(db, now);
  for (const { state } of expired) commandsSettled.inc({ state });
  notifyCommandsChanged(events, expired);
  await callers.expired([...new Set(expired.map(({ command_id }) => command_id))]);
}

/** Sweeps once a second. It does not depend on MQTT, so it also runs while the broker is unavailable. */
export function startDeadlineSweep(commands: { sweep(): Promise<void> }, log: Logger): { stop(): void } {
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
  }, INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}
