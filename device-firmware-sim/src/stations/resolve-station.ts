import { reasonText } from '@belfry/schemas/domain/reasons';
import { OutputError } from '../playback/audio-output.ts';
import { openAddress, type Opened } from './open-address.ts';
import { readList } from './read-list.ts';
import { titleCharset } from './title-charset.ts';

const REQUESTS_MAX = 20;
/** For all of them together, so that 15 s are enough to say why; see PLAY-16. */
const TIMEOUT_MS = 9_000;

/**
 * The address of the stream of a station: behind redirects, and behind lists (PLS, M3U, ASX, XSPF), which may be nested. Each start asks again, because
 * lists and redirects change. Rejects with OutputError with the reason why nothing can be heard there.
 */
export async function resolveStation(address: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  return resolve(address, { signal: AbortSignal.timeout(timeoutMs), asked: new Set() });
}

/** `asked`: addresses asked so far. */
type Way = { signal: AbortSignal; asked: Set<string> };

async function resolve(address: string, way: Way): Promise<string> {
  const { signal, asked } = way;
  if (asked.has(address) || asked.size >= REQUESTS_MAX) throw new OutputError(reasonText('station_endless'));
  asked.add(address);
  const opened = await openAddress(address, signal).catch((error: unknown) => {
    throw new OutputError(describe(error, signal));
  });
  const { status, location, type, head } = opened;
  if (isRedirect(opened)) return resolve(URL.parse(location ?? '', address)?.href ?? address, way);
  if (status < 200 || status > 299) throw new OutputError(reasonText('station_status', { status }));
  const list = readList(head, address, type);
  if (list?.kind === 'hls') throw new OutputError(reasonText('station_hls'));
  if (list?.kind === 'page') throw new OutputError(reasonText('station_page'));
  if (!list) {
    // An old server sends its header alone at first.
    if (head.length === 0 && !/^audio\/|ogg/i.test(type)) throw new OutputError(reasonText('station_no_sound'));
    const charset = opened.titleEvery === null ? null : titleCharset(head, opened.titleEvery);
    // MPD reads the encoding of titles there, and sends nothing of it to the server.
    return charset === null ? address : `${address}#charset=${charset}`;
  }
  return firstOf(list.addresses, way);
}

/** The first address of a list that can be heard; else the reason of the last one. */
async function firstOf(addresses: readonly string[], way: Way): Promise<string> {
  let reason: unknown = new OutputError(reasonText('station_list'));
  for (const address of addresses) {
    try {
      return await resolve(address, way);
    } catch (error) {
      reason = error;
      if (way.signal.aborted) break;
    }
  }
  throw reason;
}

const isRedirect = ({ status, location }: Opened): boolean => status >= 300 && status < 400 && location !== null;

const NETWORK: Record<string, string> = {
  ENOTFOUND: 'there is no server of this name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'there is no way to this server',
  ENETUNREACH: 'there is no network',
};
const CERTIFICATE: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by nobody else',
  SELF_SIGNED_CERT_IN_CHAIN: 'it is signed by nobody known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it is signed by nobody known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'it is signed by nobody known',
};

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return reasonText('station_no_sound');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const certificate = CERTIFICATE[code];
  if (certificate !== undefined) return reasonText('station_certificate', { error: certificate });
  return reasonText('station_away', {
    error: NETWORK[code] ?? (error instanceof Error ? error.message.slice(0, 100) : 'no answer'),
  });
}

/** Names that belong to nobody: RFC 2606 and 6761. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid)$/;
const SHARED_MS = 10_000;
const shared = new Map<string, Promise<string>>();

/**
 * The same for simulated devices, of which many play one station: they share an answer for ten seconds. Stations with names that are reserved for
 * examples are heard, as those that simulated devices make up.
 */
export function resolveForMany(address: string): Promise<string> {
  if (RESERVED.test(URL.parse(address)?.hostname ?? '')) return Promise.resolve(address);
  const pending = shared.get(address);
  if (pending) return pending;
  const asked = resolveStation(address);
  shared.set(address, asked);
  setTimeout(() => shared.delete(address), SHARED_MS).unref();
  return asked;
}
