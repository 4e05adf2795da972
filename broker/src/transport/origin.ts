/**
 * May a page of this origin open a WebSocket here? Browsers always send `Origin` and cannot forge it; what sends none
 * is no browser and carries no foreign session.
 * @param allowed origins (`https://console.example`), `*` for all; empty: the origin's host name must be the one asked for
 */
export function mayConnectFrom(
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
