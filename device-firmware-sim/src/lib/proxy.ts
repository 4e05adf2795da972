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

/** From then on `fetch` reaches the api through the proxy of the environment, and what is nearby, such as a loudspeaker, without. */
export async function fetchThroughProxy(apiUrl: string): Promise<void> {
  const proxy = proxyFor(apiUrl);
  if (proxy === null) return;
  const { Agent, Pool, ProxyAgent, setGlobalDispatcher } = await import('undici');
  const { origin: api } = new URL(apiUrl);
  setGlobalDispatcher(
    new Agent({
      factory: (origin, options) => (String(origin) === api ? new ProxyAgent(proxy) : new Pool(origin, options)),
    }),
  );
}
