import { ALERT_FEED_LATE_S, ALERT_FEEDS_MAX } from '@belfry/schemas/http/alert-feeds';
import type { Deps } from '../../../deps.ts';
import { createDueWork, type DueWork } from '../../../jobs/index.ts';
import { claimFeed, type DueFeed, findDueFeeds } from '../../alert-feeds/index.ts';
import { readFeed } from './read-feed.ts';

/**
 * Feeds that one instance reads at the same time: half of the places are for organisations of which none is being read, and an organisation has
 * two, for different servers.
 */
const READINGS = {
  pool: 'feeds',
  atOnce: 16,
  perKey: 2,
  perPart: 1,
  free: 8,
  waitingPerKey: 2 * ALERT_FEEDS_MAX,
  promisedMs: ALERT_FEED_LATE_S * 1_000,
};

export const createFeedReader = (deps: Deps): DueWork =>
  createDueWork<DueFeed>({
    name: 'a reading of a feed of alerts',
    log: deps.log,
    places: READINGS,
    find: (known) => findDueFeeds(deps.db, known),
    turnOf: ({ owner_id, branch, url }) => ({
      ownerId: owner_id,
      branch: branch ?? undefined,
      part: URL.parse(url)?.host ?? '',
    }),
    async work(due, signal) {
      const feed = await claimFeed(deps.db, due);
      if (feed) await readFeed(deps, feed, signal);
    },
  });
