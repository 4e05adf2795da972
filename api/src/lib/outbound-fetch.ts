import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { familyOf, parseNetworks } from '../config/networks.ts';

/** Networks of this machine, of a company or of nobody, which an address that people type must not reach: `network/bits`. */
const PRIVATE_NETWORKS = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
].flatMap((line) => line.split(' '));

const PRIVATE = parseNetworks(PRIVATE_NETWORKS) ?? new BlockList();
/** All that IPv6 routes to now, and IPv4 written in it; further forms of an IPv4 address lead to networks that are not listed. */
const ROUTED = parseNetworks(['2000::/3', '::ffff:0:0/96']) ?? new BlockList();

export const isPrivateAddress = (address: string): boolean => {
  const family = familyOf(address);
  return PRIVATE.check(address, family) || (family === 'ipv6' && !ROUTED.check(address, family));
};

/** The request was not sent, because its address is not allowed. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server of this name',
  EAI_AGAIN: 'The name of the server could not be looked up',
  ECONNREFUSED: 'Nothing answers there',
  ECONNRESET: 'The connection was closed there',
  ETIMEDOUT: 'Nothing answers there in time',
  EHOSTUNREACH: 'No way leads to this address',
  ENETUNREACH: 'No way leads to this address',
};
const NO_TLS = /^(?:EPROTO$|ERR_SSL_)/;
const NO_TRUST = /^(?:ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
const PROBLEM_CHARS = 300;

/** Why another server could not be reached, for people, without anything that it has sent; at most 300 characters. */
export function networkProblem(error: unknown, what: 'read' | 'sent'): string {
  if (!(error instanceof Error)) return `It could not be ${what}`;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No answer within 10 seconds';
  if (error instanceof ForbiddenAddress) return `Nothing is ${what} there: ${error.message}`.slice(0, PROBLEM_CHARS);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = error.message.includes(code) ? error.message : `${error.message} (${code})`;
  const known = NO_TRUST.test(code) ? 'link_certificate' : NO_TLS.test(code) ? 'link_no_tls' : null;
  const text = known === null ? message : reasonText(known, { error: message });
  return (NETWORK_ERRORS[code] ?? text).slice(0, PROBLEM_CHARS);
}

export type OutboundRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal | undefined;
};
export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<Response>;

type Resolve = (name: string, options: LookupAllOptions, done: Found) => void;
type Found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

type Reach = {
  /** Private networks that may be reached, also without TLS. */
  allowed: BlockList;
  resolve?: Resolve;
};
type Limits = Reach & {
  /** The time for connection, headers and body together. */
  timeoutMs: number;
  /** Of the body; more is an error, or is not received where nobody reads it. */
  maxBytes: number;
  /** false: the answer has no body, since its status says everything. */
  readsBody?: boolean;
};

/**
 * Makes a fetch for addresses that people type: only public addresses, and those only with TLS, unless `allowed` has them. The
 * address is checked after the name was resolved and is the one that is connected to. Redirects are not followed. Rejects with
 * ForbiddenAddress, at the limits, and where nothing answers.
 */
export function createOutboundFetch({
  allowed,
  resolve = lookup,
  timeoutMs,
  maxBytes,
  readsBody = true,
}: Limits): OutboundFetch {
  return async (address, { method = 'GET', headers = {}, body, signal } = {}) => {
    const { url, mayReach } = checkedUrl(address, allowed);
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await send(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity', ...(body !== undefined && lengthOf(body)) },
      body,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      lookup: checkedLookup(mayReach, resolve),
    });
    if (readsBody) return toResponse(response, await bytesOf(response, maxBytes));
    drop(response, maxBytes);
    return toResponse(response, null);
  };
}

/**
 * Makes a check for addresses that people type, before they are stored. Rejects with ForbiddenAddress as the fetch would now; a name that is not
 * found may be found later.
 */
export function createAddressCheck({ allowed, resolve = lookup }: Reach): (address: string) => Promise<void> {
  return async (address) => {
    const { host, mayReach } = checkedUrl(address, allowed);
    if (isIP(host) !== 0) return;
    const addresses = await new Promise<LookupAddress[]>((done) => {
      // The name server may be away.
      const timer = setTimeout(() => done([]), CHECK_MS);
      resolve(host, { all: true }, (error, addresses) => {
        clearTimeout(timer);
        done(error ? [] : addresses);
      });
    });
    const other = addresses.find((one) => !mayReach(one.address));
    if (other) throw forbidden(other.address);
  };
}
const CHECK_MS = 3_000;

type CheckedUrl = { url: URL; host: string; mayReach: (address: string) => boolean };

/** Throws ForbiddenAddress for what no request may have, whatever its name means. */
function checkedUrl(address: string, allowed: BlockList): CheckedUrl {
  const url = URL.parse(address);
  if (url === null) throw new ForbiddenAddress('this is no address of the web');
  const secure = url.protocol === 'https:' || url.protocol === 'mqtts:';
  if (!secure && url.protocol !== 'http:' && url.protocol !== 'mqtt:')
    throw new ForbiddenAddress('only http and https are possible');
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('the address has credentials');
  const mayReach = (ip: string): boolean => allowed.check(ip, familyOf(ip)) || (secure && !isPrivateAddress(ip));
  // No name is looked up for an address.
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayReach(host)) throw forbidden(host);
  return { url, host, mayReach };
}

/** What connects to an address that people type, other than by HTTP. Throws ForbiddenAddress; so does `lookup`, by its error. */
export function checkedHost(
  address: string,
  { allowed, resolve = lookup }: Reach,
): { host: string; lookup: LookupFunction } {
  const { host, mayReach } = checkedUrl(address, allowed);
  return { host, lookup: checkedLookup(mayReach, resolve) };
}

const forbidden = (address: string): ForbiddenAddress =>
  new ForbiddenAddress(isPrivateAddress(address) ? 'the address is not public' : 'a public address needs https');

const lengthOf = (body: string | Buffer): Record<string, string> => ({
  'content-length': String(Buffer.byteLength(body)),
});

/** Resolves a name, and fails where one of its addresses may not be reached. */
const checkedLookup =
  (mayReach: CheckedUrl['mayReach'], resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (!first) return done(error ?? new Error('the name has no address'), '', 0);
      const other = addresses.find(({ address }) => !mayReach(address));
      if (other) return done(forbidden(other.address), '', 0);
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };

type Sent = Required<Pick<OutboundRequest, 'method' | 'headers'>> & {
  body: string | Buffer | undefined;
  signal: AbortSignal;
  lookup: LookupFunction;
};

function send(url: URL, { body, ...options }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    // An agent would reuse connections whose address nobody has checked.
    const request = start(url, { ...options, agent: false });
    request.on('response', resolve);
    request.on('error', reject);
    request.end(body);
  });
}

const NO_BODY = new Set([204, 205, 304]);

async function bytesOf(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      incoming.destroy();
      throw new Error(`the answer has more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Receives a body that nobody reads, up to a limit: a connection that ends within it looks like a failure to the server. */
function drop(incoming: IncomingMessage, maxBytes: number): void {
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) incoming.destroy();
  });
  incoming.on('error', () => undefined);
}

function toResponse(incoming: IncomingMessage, body: Buffer | null): Response {
  const status = incoming.statusCode ?? 500;
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Response(NO_BODY.has(status) ? null : body, { status, headers });
}
