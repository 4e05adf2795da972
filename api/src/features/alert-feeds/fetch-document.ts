import { FEED_DOCUMENT_BYTES } from '@belfry/schemas/http/alert-feeds';
import type { Config } from '../../config/config.ts';
import { networksOf } from '../../config/networks.ts';
import { createOutboundFetch, networkProblem } from '../../lib/outbound-fetch.ts';
import { createTypedAddressCheck } from '../../lib/typed-address.ts';
import { BELFRY_VERSION } from '../../version.ts';

const TIMEOUT_MS = 10_000;
/** In characters; a longer validator is not sent back to the server. */
const VALIDATOR_MAX = 500;
/** Some senders answer with JSON unless they are asked for CAP. */
const ACCEPT =
  'application/cap+xml, application/atom+xml, application/rss+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.7';

export type Validators = { etag: string | null; last_modified: string | null };
export type FetchedDocument = Validators & { bytes: Uint8Array; charset: string | null };

/** A document could not be fetched; the message is for the people who manage the feed, and has nothing that the server has sent. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';
}

export type AlertFetch = {
  /** Throws unprocessable for an address from which nothing may be read. */
  check(url: string): Promise<void>;
  /** @returns null where nothing has changed since it was read with these validators. Throws FetchFailed, after 10 s at most. */
  fetch(url: string, how: { validators?: Validators; signal?: AbortSignal }): Promise<FetchedDocument | null>;
};

declare module '../../deps.ts' {
  interface Deps {
    alertFetch: AlertFetch;
  }
}

/** Reads from public addresses with TLS, and from what WEBHOOK_ALLOW has; follows no redirect. */
export function createAlertFetch({ WEBHOOK_ALLOW }: Pick<Config, 'WEBHOOK_ALLOW'>): AlertFetch {
  const allowed = networksOf(WEBHOOK_ALLOW);
  const outbound = createOutboundFetch({ allowed, timeoutMs: TIMEOUT_MS, maxBytes: FEED_DOCUMENT_BYTES });

  return {
    check: createTypedAddressCheck(allowed, { path: 'source', nothing: 'Nothing is read from this address' }),
    async fetch(url, { validators, signal }) {
      const response = await attempt(() => outbound(url, { headers: headersOf(validators), signal }));
      if (response.status === 304 && validators) return null;
      if (response.status >= 300 && response.status < 400)
        throw new FetchFailed(`The server redirects (${response.status}), which is not followed`);
      if (response.status === 204) return { bytes: new Uint8Array(), charset: null, etag: null, last_modified: null };
      if (response.status !== 200) throw new FetchFailed(`The server answered ${response.status}`);
      const header = (name: string): string | null => response.headers.get(name)?.slice(0, VALIDATOR_MAX) ?? null;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header('content-type') ?? '')?.[1] ?? null;
      return { bytes, charset, etag: header('etag'), last_modified: header('last-modified') };
    },
  };
}

function headersOf(validators: Validators | undefined): Record<string, string> {
  return {
    accept: ACCEPT,
    'user-agent': `Belfry/${BELFRY_VERSION}`,
    ...(validators?.etag != null && { 'if-none-match': validators.etag }),
    ...(validators?.last_modified != null && { 'if-modified-since': validators.last_modified }),
  };
}

async function attempt(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    throw new FetchFailed(networkProblem(error, 'read'), { cause: error });
  }
}
