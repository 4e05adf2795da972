import { createHash } from 'node:crypto';
import { type AlertFeedSource, FEED_ENTRIES_MAX } from '@belfry/schemas/http/alert-feeds';
import type { Deps } from '../../deps.ts';
import { AppError, busy } from '../../errors.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { ReadAlert, ReadDocument, SentDocument } from './cap/document.ts';
import type { AlertPlace } from './cap/summary.ts';
import { DocumentError } from './cap/document-error.ts';
import { FetchFailed, type Validators } from './fetch-document.ts';
import { createThreadPool, ThreadLimitError, ThreadWorkError } from '../../threads/thread-pool.ts';

export type FoundAlert = ReadAlert & { linkKey: string | null };
export type UnreadLink = { link: string; why: string };
export type Reading = Validators & {
  alerts: FoundAlert[];
  /** True where more was new than one reading takes; the next one goes on. */
  hasMore: boolean;
  unread: UnreadLink[];
  error: string | null;
};
export type FeedToRead = {
  ownerId: number;
  source: Pick<AlertFeedSource, 'url' | 'hosts'>;
  place: AlertPlace;
  validators?: Validators;
  findKnownLinks: (linkKeys: string[]) => Promise<ReadonlySet<string>>;
  signal: AbortSignal;
};

const LINKS_AT_ONCE = 4;
const FAILURES_MAX = 20;
const LISTED_MAX = 2_000;

/**
 * Reads a feed with the documents that it links to. A document that cannot be read does not keep the others from it.
 * @returns null where nothing has changed. Throws FetchFailed and DocumentError for the feed itself.
 */
export async function readAlerts(deps: Pick<Deps, 'alertFetch'>, feed: FeedToRead): Promise<Reading | null> {
  const { ownerId, source, place, validators, signal } = feed;
  const fetched = await deps.alertFetch.fetch(source.url, { ...(validators && { validators }), signal });
  if (!fetched) return null;
  const { entries } = await readDocumentInThread(ownerId, fetched, place);
  const listed = entries.slice(0, LISTED_MAX);
  const alerts: FoundAlert[] = listed.flatMap((entry) => ('link' in entry ? [] : [{ ...entry, linkKey: null }]));
  // What is over may wait.
  const links = listed
    .flatMap((entry) => ('link' in entry ? [entry] : []))
    .toSorted((a, b) => Number(a.isOver) - Number(b.isOver));
  const byKey = new Map(links.map((entry) => [keyOfLink(entry), entry.link]));
  const knownLinks = byKey.size > 0 ? await feed.findKnownLinks([...byKey.keys()]) : new Set<string>();
  const fresh = [...byKey].filter(([key]) => !knownLinks.has(key));
  const asked = fresh.slice(0, FEED_ENTRIES_MAX);
  const unread: UnreadLink[] = [];
  const permits = createSemaphore<'link'>({ perKey: LINKS_AT_ONCE, waitingPerKey: asked.length });
  await Promise.all(
    asked.map(([linkKey, link]) =>
      permits.run('link', async () => {
        if (unread.length >= FAILURES_MAX) return void unread.push({ link, why: 'too many others failed' });
        try {
          alerts.push({ ...(await readLink(deps, feed, link)), linkKey });
        } catch (failure) {
          if (!isOfDocument(failure)) throw failure;
          unread.push({ link, why: failure.message });
        }
      }),
    ),
  );
  const { etag, last_modified } = fetched;
  const error = faultOf({ alerts, unread, knownCount: knownLinks.size, leftOut: entries.length - listed.length });
  return { alerts, hasMore: fresh.length > asked.length, unread, error, etag, last_modified };
}

type Outcome = Pick<Reading, 'alerts' | 'unread'> & { knownCount: number; leftOut: number };

/** A reading is a failure where documents are missing, entries are left out for good, or nothing of it is an alert. */
function faultOf({ alerts, unread, knownCount, leftOut }: Outcome): string | null {
  const [first] = unread;
  if (first) {
    const more = unread.length > 1 ? ` (and ${unread.length - 1} more)` : '';
    return `One of its documents: ${first.why}: ${first.link.slice(0, 200)}${more}`;
  }
  if (leftOut > 0) return `It has more than ${LISTED_MAX} entries: ${leftOut} are left out`;
  const [wrong] = alerts.flatMap((each) => ('invalid' in each ? [each.invalid] : []));
  const isNothing = wrong !== undefined && knownCount === 0 && alerts.every((each) => 'invalid' in each);
  return isNothing ? `None of its ${alerts.length} alerts can be read: ${wrong.detail}` : null;
}

/** It concerns one document: it is not there, or takes too long to read, or too much waits. */
const isOfDocument = (failure: unknown): failure is Error =>
  failure instanceof FetchFailed || failure instanceof DocumentError || failure instanceof AppError;

const keyOfLink = ({ link, updated }: { link: string; updated: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([link, updated]))
    .digest('hex');

async function readLink(
  { alertFetch }: Pick<Deps, 'alertFetch'>,
  { ownerId, source, place, signal }: FeedToRead,
  link: string,
): Promise<ReadAlert> {
  const fetched = await alertFetch.fetch(addressOfLink(source, link), { signal });
  if (!fetched) throw new FetchFailed('The server answered 304');
  if (fetched.bytes.length === 0) throw new FetchFailed('It is empty');
  return readLinkedInThread(ownerId, fetched, place);
}

/** The address of a document. Throws FetchFailed for one on a server that is neither that of the feed, or one below it, nor one that was named. */
export function addressOfLink({ url, hosts }: Pick<AlertFeedSource, 'url' | 'hosts'>, link: string): string {
  const address = URL.parse(link, url);
  const allowed = [new URL(url).hostname, ...hosts];
  if (!address || !allowed.some((host) => address.hostname === host || address.hostname.endsWith(`.${host}`)))
    throw new FetchFailed(`It is on another server (${address?.hostname ?? 'unknown'}), which the feed does not allow`);
  return address.href;
}

/** Half a megabyte is read in a fraction of this time. */
const TIMEOUT_MS = 5_000;

const pool = createThreadPool({
  program: new URL('./read-document.worker.ts', import.meta.url),
  maxHeapMb: 192,
  pool: 'alerts',
  atOnce: 1,
  perKey: 1,
  waitingPerKey: 60,
  promisedMs: 2 * TIMEOUT_MS,
  refusal: busy('Other feeds are being read. Please try again shortly.'),
});

/** Reads a document in a thread that is ended at its limits; see `readDocument`. Throws DocumentError, and rate_limited while too much waits. */
const readDocumentInThread = async (ownerId: number, sent: SentDocument, place: AlertPlace): Promise<ReadDocument> =>
  (await run(ownerId, 'document', { sent, place })) as ReadDocument;

const readLinkedInThread = async (ownerId: number, sent: SentDocument, place: AlertPlace): Promise<ReadAlert> =>
  (await run(ownerId, 'linked', { sent, place })) as ReadAlert;

async function run(ownerId: number, name: string, input: { sent: SentDocument; place: AlertPlace }): Promise<unknown> {
  try {
    return await pool.run(ownerId, { name, input, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new DocumentError('It takes too long to read');
    if (error instanceof ThreadWorkError && error.kind === DocumentError.name) throw new DocumentError(error.message);
    throw error;
  }
}
