import type { Agent } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';

/** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY lead an address that begins with http, https, ws or wss; null: to itself. */
export const proxyFor = (url: string): string | null => getProxyForUrl(url.replace(/^ws/, 'http')) || null;

/** What opens the connection of a WebSocket, or of a request that is not by `fetch`, through the proxy. */
export function proxyAgent(url: string): Agent | undefined {
  const proxy = proxyFor(url);
  return proxy === null ? undefined : new HttpsProxyAgent(proxy);
}

/** From then on `fetch` goes through the proxy of the environment; nothing happens where there is none. */
export async function fetchThroughProxy(apiUrl: string): Promise<void> {
  if (proxyFor(apiUrl) === null) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new EnvHttpProxyAgent());
}
