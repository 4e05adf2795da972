import { isDatabaseAway } from '../../../db/errors.ts';
import type { Deps } from '../../../deps.ts';
import { waitAtMost } from '../../../mqtt/wait-at-most.ts';
import { type ClaimedFeed, claimFeeds } from './feeds.repository.ts';
import { readFeed } from './read-feed.ts';

/** Feeds that one instance reads at the same time. */
const AT_ONCE = 8;
const STOP_MS = 5_000;

export type FeedReader = {
  /** Takes feeds that are due and reads them, as many as one instance does at the same time. */
  readDue(): void;
  /** What is not finished is given back, or claimed again later. */
  stop(): Promise<void>;
};

/** Reads the feeds of public alerts that are due. A claim keeps every other instance from them. */
export function createFeedReader(deps: Deps): FeedReader {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let claiming = false;

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

  async function claim(): Promise<void> {
    if (claiming || stopping.signal.aborted || running.size >= AT_ONCE) return;
    claiming = true;
    try {
      for (const feed of await claimFeeds(deps.db, AT_ONCE - running.size)) void guarded(feed);
    } catch (error) {
      if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'feeds of alerts could not be claimed');
    } finally {
      claiming = false;
    }
  }

  return {
    readDue: () => void claim(),
    async stop() {
      stopping.abort();
      await waitAtMost(STOP_MS, Promise.all(running));
    },
  };
}
