import { ARCHIVE_MAX_BYTES } from '@belfry/schemas/domain/firmware';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Serial } from '@belfry/schemas/domain/serial';
import { requestOf, type Endpoint, type Input } from '@belfry/schemas/http/endpoint';
import { backoffMs } from '@belfry/schemas/timing/backoff';
import { sleep, type Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import { startHash, type Hash } from '../lib/sha256.ts';

/** Attempts in a row without new bytes, or postponed by the server. */
const ATTEMPTS_MAX = 8;
const POSTPONED_MAX = 60;
const RETRY = { firstMs: 500, maxMs: 10_000 };
const ATTEMPT_TIMEOUT_MS = 60_000;

export class DownloadError extends Error {
  readonly code: 'download_failed' | 'disk_full' | 'hash_mismatch';

  constructor(code: DownloadError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** `chunks` is empty if the bytes were not kept. */
export type DownloadedFile = { sha256: string; size: number; chunks: Uint8Array[] };
export type DownloadOptions = {
  url: URL;
  authorization: string;
  clock: Clock;
  random: Random;
  /** False where only the hash is needed. */
  keepBytes: boolean;
  write?: (chunk: Uint8Array, offset: number) => Promise<void>;
  /** By default the size of a slot; see FW-12. */
  maxBytes?: number;
  signal?: AbortSignal;
};
type Partial = { hash: Hash; chunks: Uint8Array[]; size: number; etag: string | null };

const nothing = (): Partial => ({ hash: startHash(), chunks: [], size: 0, etag: null });

/** Downloads a file; after an interruption it continues where it was. Throws DownloadError. */
export async function downloadFile(options: DownloadOptions): Promise<DownloadedFile> {
  const { clock, random } = options;
  let received = nothing();
  let failures = 0;
  for (let postponed = 0; failures < ATTEMPTS_MAX && postponed < POSTPONED_MAX;) {
    const before = received.size;
    options.signal?.throwIfAborted();
    const response = await request(options, received).catch(nullUnlessRefused);
    const waitMs = response && retryAfterMs(response);
    if (waitMs) {
      postponed += 1;
      await response.body?.cancel();
      await sleep(clock, waitMs * random.between(1, 2));
      continue;
    }
    if (response) {
      if (response.status !== 206) received = { ...nothing(), etag: response.headers.get('etag') };
      if (await receive(response, received, options))
        return { sha256: received.hash.hex(), size: received.size, chunks: received.chunks };
    }
    failures = received.size > before ? 1 : failures + 1;
    await sleep(clock, backoffMs(failures, RETRY, random.next));
  }
  throw new DownloadError('download_failed', reasonText('download_interrupted', { bytes: received.size }));
}

async function request({ url, authorization, signal }: DownloadOptions, { size, etag }: Partial): Promise<Response> {
  const range = size > 0 && etag !== null ? { range: `bytes=${size}-`, 'if-range': etag } : {};
  const response = await fetch(url, {
    headers: { authorization, ...range },
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), ...(signal ? [signal] : [])]),
  });
  if (response.ok || retryAfterMs(response)) return response;
  await response.body?.cancel();
  if (response.status < 500)
    throw new DownloadError('download_failed', reasonText('download_refused', { status: response.status }));
  throw new Error(`The server answers ${response.status}`);
}

/** What the server refuses, it refuses again; everything else is tried again. */
function nullUnlessRefused(error: unknown): null {
  if (error instanceof DownloadError) throw error;
  return null;
}

/** @returns whether the file is complete */
async function receive(response: Response, received: Partial, options: DownloadOptions) {
  const { keepBytes, maxBytes = ARCHIVE_MAX_BYTES, write } = options;
  // Not `for await`, which streams of Safari do not have.
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      const chunk = part.value;
      received.size += chunk.length;
      if (received.size > maxBytes) throw new DownloadError('disk_full', reasonText('audio_too_large'));
      received.hash.update(chunk);
      if (keepBytes) received.chunks.push(chunk.slice());
      await write?.(chunk, received.size - chunk.length).catch(notStored);
    }
    return true;
  } catch (error) {
    await reader?.cancel().catch(() => {});
    if (error instanceof DownloadError) throw error;
    return false;
  }
}

function notStored(error: Error): never {
  throw new DownloadError('disk_full', `The file cannot be stored: ${error.message}`);
}

/** How long a server that is busy asks to wait; 0 if it does not. */
function retryAfterMs({ status, headers }: Response): number {
  if (status !== 429 && status !== 503) return 0;
  return Math.min(60, Math.max(1, Number(headers.get('retry-after') ?? 1) || 1)) * 1_000;
}

export const basicCredentials = (serial: Serial, key: string): string => `Basic ${btoa(`${serial}:${key}`)}`;

/** Throws DownloadError. */
export const addressOf = <E extends Endpoint>(to: E, input: Input<E>, apiUrl: string | undefined): URL =>
  sameOrigin(`/api${requestOf(to, input).path}`, apiUrl);

/** An address of the device's own server. To any other the key of the device must not be sent. Throws DownloadError. */
export function sameOrigin(url: string, apiUrl: string | undefined): URL {
  const base = apiUrl === undefined ? null : URL.parse(apiUrl);
  const address = base && URL.parse(url, base.href);
  if (address && address.origin === base.origin) return address;
  throw new DownloadError('download_failed', 'The file is not on the server of this device');
}
