import { isDatabaseAway } from '../../db/errors.ts';
import type { Deps } from '../../deps.ts';
import { createSemaphore, TooManyWaiting } from '../../lib/semaphore.ts';
import { waitAtMost } from '../../mqtt/wait-at-most.ts';
import { createFeedReader } from './alerts/feed-reader.ts';
import { type FiringTurn, findFiringTurns } from './firings.repository.ts';
import { resumeFirings, runFiring } from './run-firing.ts';

/** How often the table is looked at: for what another instance has stored, or has not finished. */
const LOOK_MS = 5_000;
/** Starts that one instance works on at the same time, and how many of an organisation wait in it; the others are found in the table. */
const STARTS = { pool: 'triggers', atOnce: 6, perKey: 2, free: 2, waitingPerKey: 50, promisedMs: 5_000 };
const STOP_MS = 5_000;

/**
 * Works on the starts of triggers: at once on those that this instance has stored from inputs, and in one instance every few seconds on the others,
 * and on the feeds of public alerts that are due.
 */
export function startFirings(deps: Deps): { stop(): Promise<void> } {
  let looking = false;
  const feeds = createFeedReader(deps);
  const permits = createSemaphore<number>(STARTS);
  const running = new Set<Promise<void>>();
  async function guarded(work: () => Promise<void>): Promise<void> {
    const guard = work().catch((error: unknown) => {
      if (!isDatabaseAway(error) && !(error instanceof TooManyWaiting))
        deps.log.error({ err: error }, 'triggers could not be started');
    });
    running.add(guard);
    await guard;
    running.delete(guard);
  }

  /** Each in the turn of its organisation, emergencies first. */
  async function runAll(firingIds: readonly number[]): Promise<void> {
    const turns = await findFiringTurns(deps.db, firingIds);
    const start = ({ firing_id, owner_id, branch, urgency }: FiringTurn) =>
      guarded(() => permits.run(owner_id, () => runFiring(deps, firing_id), { branch: branch ?? undefined, urgency }));
    await Promise.all(turns.map(start));
  }

  async function look(): Promise<void> {
    if (looking || !deps.ingest().leads) return;
    looking = true;
    await guarded(() => resumeFirings(deps, { onFeedsDue: () => void feeds.look(), run: runAll }));
    looking = false;
  }

  deps.firingSignal.listen((firingIds) => void guarded(() => runAll(firingIds)));
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return {
    /** Waits for what is under way, but not for long: another instance works on what is left. */
    async stop() {
      deps.firingSignal.listen(() => undefined);
      clearInterval(timer);
      await Promise.all([feeds.stop(), waitAtMost(STOP_MS, Promise.all(running))]);
    },
  };
}
