/** A request to open a WebSocket. `scheme`: `http` or `https`, null where it is unknown. */
export type PageRequest = { origin: string | undefined; host: string | undefined; scheme: string | null };
/** `origins`: `https://console.example`, `*` for all; without any, those of the same host and one of these ports. */
export type AllowedPages = { origins: readonly string[]; ports: readonly string[] };

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * Whether a page of this origin may open a WebSocket. A browser always sends `Origin` and pages cannot forge it; a client
 * without it is not a browser, so the request cannot come from a page of another origin. Where no origins are listed, scheme and host must be those
 * of the request, and the port that of the request or of the console: another port of a host may belong to somebody else.
 */
export function isOriginAllowed({ origin, host, scheme }: PageRequest, allowed: AllowedPages): boolean {
  if (origin === undefined) return true;
  if (allowed.origins.length > 0) return allowed.origins.includes('*') || allowed.origins.includes(origin);
  const page = URL.parse(origin);
  if (!page || !(page.protocol in DEFAULT_PORTS)) return false;
  if (scheme !== null && page.protocol !== `${scheme}:`) return false;
  // A host without a port has the default one of the scheme.
  const own = URL.parse(`${page.protocol}//${host ?? ''}`);
  if (!own || page.hostname !== own.hostname) return false;
  return [portOf(own), ...allowed.ports].includes(portOf(page));
}

const portOf = ({ port, protocol }: URL): string => port || (DEFAULT_PORTS[protocol] ?? '');
