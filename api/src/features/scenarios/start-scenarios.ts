import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { checkDaily } from './check.ts';
import { expireScenarios } from './decide.service.ts';
import { giveBackLeft, settleOutputs } from './outputs/outputs.service.ts';

/** How often it is looked for what nobody has confirmed in time, what has not ended, and what nobody has looked at for a day. */
const LOOK_MS = 5_000;

/** One instance looks after scenarios; their actions are jobs. */
export function startScenarios(deps: Deps): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null;
  async function look(): Promise<void> {
    try {
      await expireScenarios(deps);
      await settleOutputs(deps);
      await giveBackLeft(deps);
      await checkDaily(deps);
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'scenarios could not be looked after');
    }
    looking = null;
  }
  const timer = setInterval(() => {
    if (deps.ingest().leads) looking ??= look();
  }, LOOK_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
