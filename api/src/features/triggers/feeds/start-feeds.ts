import { isDatabaseAway } from '../../../db/errors.ts';
import type { Deps } from '../../../deps.ts';
import { waitAtMost } from '../../../mqtt/wait-at-most.ts';
import { type ClaimedFeed, claimFeeds } from './feeds.repository.ts';
import { readFeed } from './read-feed.ts';

/** How often the table is looked at for feeds that are due. */
const LOOK_MS = 2_500;
/** Feeds that one instance reads at the same time. */
const AT_ONCE = 8;
const STOP_MS = 5_000;

/** Reads the feeds of public alerts that are due: the instance that leads takes them, and a claim keeps every other one from them. */
export function startFeeds(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let looking = false;

  async function guarded(feed: ClaimedFeed): Promise<void> {
    const reading = readFeed(deps, feed, stopping.signal).catch((error: unknown) => {
      // Its claim passes by itself.
      if (!isDatabaseAway(error))
        deps.log.error({ err: error, trigger_id: feed.trigger_id }, 'a feed of alerts could not be read');
    });
    running.add(reading);
    await reading;
    running.delete(reading);
  }

  async function look(): Promise<void> {
    if (looking || stopping.signal.aborted || running.size >= AT_ONCE || !deps.ingest().leads) return;
    looking = true;
    try {
      for (const feed of await claimFeeds(deps.db, AT_ONCE - running.size)) void guarded(feed);
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'feeds of alerts could not be looked at');
    } finally {
      looking = false;
    }
  }

  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return {
    /** What is not finished is given back, or claimed again later. */
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await waitAtMost(STOP_MS, Promise.all(running));
    },
  };
}
