import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { expireAsking } from './firings.repository.ts';
import { resumeFirings, runFirings } from './run-firing.ts';

/** How often the table is looked at: for what another instance has stored, or has not finished. */
const LOOK_MS = 5_000;

/** Works on the starts of triggers: at once on those that this instance has stored from inputs, and every few seconds on the others. */
export function startFirings(deps: Deps): { stop(): void } {
  let looking = false;
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'triggers could not be started');
    });
  };

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    await guarded(() => resumeFirings(deps));
    await guarded(() => expireAsking(deps.db));
    looking = false;
  }

  deps.firingSignal.listen((firingIds) => void guarded(() => runFirings(deps, firingIds)));
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return {
    stop() {
      deps.firingSignal.listen(() => undefined);
      clearInterval(timer);
    },
  };
}
