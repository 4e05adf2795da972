/**
 * Whether a page of this origin may open a WebSocket. A browser always sends `Origin` and pages cannot forge it; a client
 * without it is not a browser, so the request cannot come from a foreign page.
 * @param allowed origins (`https://console.example`), `*` for all; empty: the origin's host name must equal that of `host`
 */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.length > 0) return allowed.includes('*') || allowed.includes(origin);
  const hostname = hostnameOf(origin);
  return hostname !== null && hostname === hostnameOf(`http://${host ?? ''}`);
}

const hostnameOf = (url: string): string | null => URL.parse(url)?.hostname ?? null;
