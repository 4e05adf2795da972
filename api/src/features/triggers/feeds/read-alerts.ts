import { createHash } from 'node:crypto';
import type { AlertFeedSource } from '@belfry/schemas/http/triggers/alert-feeds';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import type { ReadAlert } from './cap/document.ts';
import type { AlertPlace } from './cap/summary.ts';
import { DocumentError } from './cap/xml.ts';
import { FetchFailed, type Validators } from './fetch-document.ts';
import { readDocumentInThread, readLinkedInThread } from './read-in-thread.ts';

/** An alert as the feed has it; the key is that of the document that it was read from, where it was linked. */
export type FoundAlert = ReadAlert & { linkKey: string | null };
export type Reading = Validators & {
  alerts: FoundAlert[];
  hasMore: boolean;
  /** Why a document of it could not be read. */
  error: string | null;
};
export type FeedToRead = {
  ownerId: number;
  source: Pick<AlertFeedSource, 'url' | 'hosts'>;
  place: AlertPlace;
  validators?: Validators;
  /** Those of documents that were read before. */
  findKnownLinks: (linkKeys: string[]) => Promise<ReadonlySet<string>>;
  signal: AbortSignal;
};

/** Documents of one feed that are fetched at the same time. */
const LINKS_AT_ONCE = 4;

/**
 * Reads a feed with the documents that it links to. A document that cannot be read does not keep the others from it.
 * @returns null where nothing has changed. Throws FetchFailed and DocumentError for the feed itself.
 */
export async function readAlerts(deps: Pick<Deps, 'alertFetch'>, feed: FeedToRead): Promise<Reading | null> {
  const { ownerId, source, place, validators, signal } = feed;
  const fetched = await deps.alertFetch.fetch(source.url, { ...(validators && { validators }), signal });
  if (!fetched) return null;
  const { entries, hasMore } = await readDocumentInThread(ownerId, fetched.bytes, place);
  const alerts: FoundAlert[] = entries.flatMap((entry) => ('link' in entry ? [] : [{ ...entry, linkKey: null }]));
  const links = new Map(entries.flatMap((entry) => ('link' in entry ? [[keyOfLink(entry), entry.link] as const] : [])));
  const known = links.size > 0 ? await feed.findKnownLinks([...links.keys()]) : new Set<string>();
  const permits = createSemaphore<'link'>({ perKey: LINKS_AT_ONCE, waitingPerKey: links.size });
  let error: string | null = null;
  await Promise.all(
    [...links].map(async ([linkKey, link]) => {
      if (known.has(linkKey)) return;
      try {
        alerts.push({ ...(await permits.run('link', () => readLink(deps, feed, link))), linkKey });
      } catch (failure) {
        if (!isOfDocument(failure)) throw failure;
        error = `One of its documents: ${failure.message}`;
      }
    }),
  );
  const { etag, last_modified } = fetched;
  return { alerts, hasMore, error, etag, last_modified };
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
  return readLinkedInThread(ownerId, fetched.bytes, place);
}

/** The address of a document. Throws FetchFailed for one on a server that is neither that of the feed, or one below it, nor one that was named. */
export function addressOfLink({ url, hosts }: Pick<AlertFeedSource, 'url' | 'hosts'>, link: string): string {
  const address = URL.parse(link, url);
  const allowed = [new URL(url).hostname, ...hosts];
  if (!address || !allowed.some((host) => address.hostname === host || address.hostname.endsWith(`.${host}`)))
    throw new FetchFailed(`It is on another server (${address?.hostname ?? 'unknown'}), which the feed does not allow`);
  return address.href;
}
