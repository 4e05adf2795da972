import { FEED_ENTRIES_MAX, type FeedPreview, type PreviewFeedBody } from '@belfry/schemas/http/alert-feeds';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError, busy } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { findPermittedCompany } from '../companies/index.ts';
import { type Later, sortBatch } from './batch.ts';
import type { AlertSummary } from './cap/summary.ts';
import { DocumentError } from './cap/document-error.ts';
import { decideAlert, rowOf } from './decide.ts';
import { findCoordinates } from './feeds.repository.ts';
import { FetchFailed } from './fetch-document.ts';
import { type FoundAlert, readAlerts, type Reading } from './read-alerts.ts';

const PREVIEWS = { hits: 10, windowSeconds: 60 };
const PREVIEWS_OF_ORGANISATION = { hits: 30, windowSeconds: 60 };
const READINGS = {
  pool: 'previews',
  atOnce: 16,
  perKey: 4,
  perKeyFree: 1,
  perPart: 2,
  free: 8,
  promisedMs: 5_000,
  waitMs: 10_000,
};
const BUSY = 'Other feeds are being read. Please try again shortly.';
const permits = createSemaphore<number>({ ...READINGS, waitingPerKey: 4, refusal: busy(BUSY) });
/** Short, because somebody waits for the preview. */
const PREVIEW_MS = 20_000;

/**
 * Reads a feed now and says what each of its alerts would do; nothing is stored or started. Throws not_found for a node that the caller does not
 * manage, unprocessable for an address from which nothing may be read, rate_limited.
 */
export async function previewFeed(
  deps: Pick<Deps, 'alertFetch' | 'branches' | 'config' | 'db'>,
  { user }: Actor,
  policy: OwnerPolicy,
  { company_id, source }: PreviewFeedBody,
): Promise<Wire<FeedPreview>> {
  const tooMany = 'Too many readings of feeds.';
  await countAttempt(deps, [{ key: `alert-previews:${user.id}`, ...PREVIEWS }], tooMany);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, user, company_id, policy);
  await countAttempt(deps, [{ key: `alert-previews-of:${owner_id}`, ...PREVIEWS_OF_ORGANISATION }], tooMany);
  await deps.alertFetch.check(source.url);
  const { filter } = source;
  const places = filter.near ? await findCoordinates(deps.db, { owner_id, company_id }) : [];
  const readNow = () =>
    readOnce(deps, {
      ownerId: owner_id,
      source,
      place: { filter, places },
      findKnownLinks: () => Promise.resolve(new Set()),
      signal: AbortSignal.timeout(PREVIEW_MS),
    });
  const read = await permits.run(owner_id, readNow, { branch: await deps.branches.of(company_id), part: user.id });
  if ('failure' in read) return { alerts: [], has_more: false, error: read.failure, coordinates: places.length };
  const { alerts, unread, hasMore, error } = read.reading;
  return {
    alerts: previewed(alerts, { filter, places: places.length, unread }),
    has_more: hasMore,
    error,
    coordinates: places.length,
  };
}

async function readOnce(
  deps: Pick<Deps, 'alertFetch'>,
  feed: Parameters<typeof readAlerts>[1],
): Promise<{ reading: Reading } | { failure: string }> {
  try {
    const reading = await readAlerts(deps, feed);
    return reading ? { reading } : { failure: 'The server answered 304' };
  } catch (error) {
    if (error instanceof FetchFailed || error instanceof DocumentError) return { failure: error.message };
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new AppError('unprocessable', 'Reading it took too long', { cause: error });
    throw error;
  }
}

type Filtering = Pick<Parameters<typeof decideAlert>[1], 'filter' | 'places'>;

/** The newest first, then what could not be read. Of more than a preview has, what starts something or could not be read is shown before others. */
function previewed(
  entries: readonly FoundAlert[],
  { unread, ...filtering }: Filtering & Pick<Reading, 'unread'>,
): Wire<FeedPreview>['alerts'] {
  const now = new Date();
  const { due, invalid, later } = sortBatch(entries, now);
  const decided = due.map(({ alert }) => shownOf(alert, { ...filtering, now, later })).toReversed();
  const wrong = [
    ...invalid.map(({ invalid: { name, detail } }) => shownInvalid(name, detail)),
    ...unread.map(({ link, why }) => shownInvalid(link.slice(0, LINK_SHOWN), why)),
  ];
  const all = [...decided, ...wrong];
  if (all.length <= FEED_ENTRIES_MAX) return all;
  return all.toSorted((a, b) => Number(isTelling(b)) - Number(isTelling(a))).slice(0, FEED_ENTRIES_MAX);
}
const LINK_SHOWN = 200;
const isTelling = ({ decision }: Wire<FeedPreview>['alerts'][number]): boolean =>
  ['started', 'drill', 'ended', 'invalid'].includes(decision);

function shownOf(
  alert: AlertSummary,
  { later, ...context }: Filtering & { now: Date; later: Later },
): Wire<FeedPreview>['alerts'][number] {
  const decided = decideAlert(alert, { ...context, armedAt: null, known: { ...later(alert), startedRank: null } });
  const { alert_key: _key, refs: _refs, is_drill: _drill, started_rank: _rank, ...preview } = rowOf(alert, decided);
  return preview;
}

const shownInvalid = (name: string | null, detail: string): Wire<FeedPreview>['alerts'][number] => ({
  identifier: name,
  sender: null,
  sent: null,
  message_type: null,
  status: null,
  event: null,
  headline: null,
  severity: null,
  area: null,
  expires: null,
  decision: 'invalid',
  reason: null,
  detail,
});
