import { reasonText } from '@belfry/schemas/domain/reasons';
import { OutputError } from '../playback/audio-output.ts';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

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

/** Letters of Cyrillic words stand beside each other; those of Latin ones with marks, between plain ones. */
const CYRILLIC = /(?<![A-Za-z])[\u00A8\u00B8\u00C0-\u00FF]{2,}(?![A-Za-z])/;
const TITLE = /StreamTitle='([^]*?)';/;

/**
 * The encoding of the titles of a stream, for MPD, which takes them for UTF-8; null where they are that, or none has come.
 * @param every bytes of sound before a title
 */
function titleCharset(head: Buffer, every: number): 'windows-1251' | 'windows-1252' | null {
  const length = (head[every] ?? 0) * 16;
  const bytes = head.subarray(every + 1, every + 1 + length);
  const title = TITLE.exec(bytes.toString('latin1'))?.[1] ?? '';
  if (!/[\u0080-\u00FF]/.test(title) || bytes.length < length) return null;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(title, 'latin1'));
    return null;
  } catch {
    return CYRILLIC.test(title) ? 'windows-1251' : 'windows-1252';
  }
}

/** What a server sends in the place of sound: a list of addresses, which streams of the HTTP protocol are told by. */
type ListOf = { kind: 'list'; addresses: string[] } | { kind: 'hls' } | { kind: 'page' } | null;

const HLS = /^#EXT-X-(?:STREAM-INF|TARGETDURATION|MEDIA-SEQUENCE|MEDIA|VERSION|I-FRAME)/m;
const PAGE = /^\s*(?:<!doctype html|<html|<head|<body)/i;
const ADDRESSES_MAX = 20;

/**
 * Reads the beginning of what an address answers with.
 * @param base the address of the list, to which its addresses may be relative
 * @returns null for everything that is no list and no page, as sound
 */
function readList(bytes: Buffer, base: string, type: string): ListOf {
  if (isSound(bytes)) return null;
  const text = textOf(bytes);
  if (HLS.test(text)) return { kind: 'hls' };
  const written = addressesOf(text, new URL(base).pathname, type);
  if (written === null)
    return PAGE.test(text) || (/html/i.test(type) && /<[a-z!]/i.test(text)) ? { kind: 'page' } : null;
  const resolved = written.flatMap((address) => URL.parse(address, base)?.href ?? []);
  return {
    kind: 'list',
    addresses: [...new Set(resolved.filter((url) => /^https?:/.test(url)))].slice(0, ADDRESSES_MAX),
  };
}

/** Frames of MP3 and AAC, Ogg, FLAC, WAV, ID3. */
function isSound(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 4);
  return (
    /^(?:OggS|fLaC|RIFF|ID3)/.test(head) ||
    bytes.includes(0) ||
    (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)
  );
}

const textOf = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('utf8').replace(/^\u{FEFF}/u, '');
};

/** The addresses that a list has; null for what is none. Titles and comments are left out. */
function addressesOf(text: string, path: string, type: string): string[] | null {
  if (/^\s*\[playlist\]/i.test(text) || /scpls/i.test(type)) return all(text, /^\s*File\d*\s*=\s*(\S.*?)\s*$/gim);
  if (/^\s*\[reference\]/i.test(text)) return all(text, /^\s*Ref\d*\s*=\s*(\S.*?)\s*$/gim).map(withoutMms);
  if (/<asx\b/i.test(text))
    return all(text, /<(?:ref|entryref)\b[^>]*?\bhref\s*=\s*["']\s*([^"']+?)\s*["']/gi).map((url) =>
      withoutMms(unescaped(url)),
    );
  if (/<playlist\b/i.test(text)) return all(text, /<location>\s*([^<]+?)\s*<\/location>/gi).map(unescaped);
  const isM3u = /^\s*#EXTM3U/i.test(text) || /mpegurl/i.test(type) || /\.m3u8?$/i.test(path);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (isM3u) return lines[0]?.startsWith('<') === true ? null : lines;
  // An address alone, whatever its type.
  return lines.length > 0 && lines.every((line) => /^https?:\/\/\S+$/i.test(line)) ? lines : null;
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, address = '']) => address);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
/** Old lists name the protocol of a server that speaks HTTP as well. */
const withoutMms = (url: string): string => url.replace(/^mms[ht]?:/i, 'http:');

type Opened = {
  status: number;
  type: string;
  location: string | null;
  head: Buffer;
  /** The bytes of sound between two titles; null where the stream has none. */
  titleEvery: number | null;
};

/** Enough bytes for a list, and to tell what a stream is. */
const HEAD_BYTES = 24_576;
/** After the first bytes of a stream no more are waited for. */
const MORE_MS = 300;

/** Opens an address and closes it again. Rejects with the error of the network, and where nothing has arrived when the signal ends it. */
function openAddress(address: string, signal: AbortSignal): Promise<Opened> {
  const url = new URL(address);
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { 'user-agent': 'MPD (Belfry)', accept: '*/*', 'accept-encoding': 'identity', 'icy-metadata': '1' };
  return new Promise((resolve, reject) => {
    const request = start(url, { headers, agent: false, signal });
    request.on('response', (response) => {
      const { statusCode = 0, headers: answered } = response;
      const type = answered['content-type'] ?? '';
      const location = answered.location ?? null;
      const answer = (head: Buffer): void => {
        request.destroy();
        const every = Number(answered['icy-metaint']);
        resolve({ status: statusCode, type, location, head, titleEvery: every > 0 ? every : null });
      };
      if (statusCode >= 300) return answer(Buffer.alloc(0));
      readHead(response, answer, reject);
    });
    request.on('error', (error) => {
      const icy = icyAnswer(error);
      if (icy) resolve(icy);
      else reject(error);
    });
    request.end();
  });
}

function readHead(response: IncomingMessage, answer: (head: Buffer) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = (): void => answer(Buffer.concat(chunks));
  response.on('data', (chunk: Buffer) => {
    if (bytes === 0) setTimeout(end, MORE_MS);
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) end();
  });
  response.on('end', end);
  response.on('error', fail);
}

/** The answer of an old server, whose first line is `ICY 200 OK`, which Node refuses; it has what has arrived by then. */
function icyAnswer(error: Error): Opened | null {
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : null;
  const head = packet?.toString('latin1') ?? '';
  const status = /^ICY (\d{3})/.exec(head)?.[1];
  if (!packet || status === undefined) return null;
  const end = head.indexOf('\r\n\r\n');
  const body = packet.subarray(end < 0 ? packet.length : end + 4);
  const every = Number(/^icy-metaint:\s*(\d+)/im.exec(head)?.[1]);
  const type = /^content-type:\s*(\S+)/im.exec(head)?.[1] ?? 'audio/mpeg';
  return { status: Number(status), type, location: null, head: body, titleEvery: every > 0 ? every : null };
}
