import { ALERT_FEED_LATE_S, ALERT_FEEDS_MAX, FEED_INTERVAL_S } from '@belfry/schemas/http/alert-feeds';
import type { Deps } from '../../../deps.ts';
import { createDueWork, type DueWork } from '../../../jobs/index.ts';
import {
  claimFeed,
  type DueFeed,
  findDueFeeds,
  type ClaimedFeed,
  DocumentError,
  FetchFailed,
  findCoordinates,
  findDecided,
  finishReading,
  readAlerts,
  releaseFeed,
} from '../../alert-feeds/index.ts';
import { AppError } from '../../../errors.ts';
import { decideReading, FeedChanged } from './decide-reading.ts';

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
    find: (waiting) => findDueFeeds(deps.db, waiting),
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

/** Less than the claim of a feed takes. What a reading did not come to is read by the next one. */
const READING_MS = 30_000;

type ReadingDeps = Pick<Deps, 'alertFetch' | 'db' | 'events' | 'firingSignal'>;

/** Throws what is a fault of ours. */
async function readFeed(deps: ReadingDeps, feed: ClaimedFeed, signal: AbortSignal): Promise<void> {
  const { trigger_id, owner_id, source, etag, last_modified } = feed;
  const same = { every_s: source.every_s, etag, last_modified, hasMore: null };
  let decided = 0;
  try {
    const places = source.filter.near ? await findCoordinates(deps.db, feed) : [];
    const reading = await readAlerts(deps, {
      ownerId: owner_id,
      source,
      place: { filter: source.filter, places },
      validators: { etag, last_modified },
      findKnownLinks: (keys) => findDecided(deps.db, trigger_id, 'link_key', keys),
      signal: AbortSignal.any([signal, AbortSignal.timeout(READING_MS)]),
    });
    if (!reading) return await finish(deps, feed, { ...same, error: null, failed: false });
    const done = await decideReading(deps, feed, reading.alerts, places);
    ({ decided } = done);
    const error = reading.error ?? done.error;
    const hasMore = reading.hasMore || done.hasMore;
    const complete = done.complete && !hasMore && error === null;
    const validators = complete ? reading : { etag: null, last_modified: null };
    await finish(deps, feed, {
      every_s: hasMore ? Math.min(source.every_s, FEED_INTERVAL_S.min) : source.every_s,
      etag: validators.etag,
      last_modified: validators.last_modified,
      hasMore,
      error,
      failed: false,
    });
  } catch (error) {
    if (error instanceof FeedChanged || signal.aborted) return await releaseFeed(deps.db, trigger_id);
    if (!(error instanceof FetchFailed || error instanceof DocumentError || error instanceof AppError)) throw error;
    await finish(deps, feed, { ...same, error: error.message, failed: true });
  } finally {
    if (decided > 0) deps.events.changed('triggers_changed', [trigger_id], owner_id);
  }
}

async function finish(deps: ReadingDeps, feed: ClaimedFeed, how: Parameters<typeof finishReading>[2]): Promise<void> {
  const seen = await finishReading(deps.db, feed, how);
  if (seen) deps.events.changed('triggers_changed', [feed.trigger_id], feed.owner_id);
}
