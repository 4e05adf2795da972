import { expect, type BrowserContext, type Page } from '@playwright/test';
import mqttPacket from 'mqtt-packet';

/** The filters that the broker has granted to each page, as read from the page's WebSocket. */
const granted = new WeakMap<Page, Set<string>>();

/** Records the granted subscriptions of every page that this context opens from now on. */
export function trackSubscriptions(context: BrowserContext): void {
  context.on('page', (page) => {
    // The close event of the old document's socket may arrive after the new document has loaded.
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) granted.delete(page);
    });
    page.on('websocket', (socket) => {
      // Sockets of the api, of people who speak, are no MQTT.
      if (new URL(socket.url()).pathname.startsWith('/api/')) return;
      const filters = new Set<string>();
      granted.set(page, filters);
      const requested = new Map<number | undefined, string[]>();
      const sent = mqttPacket.parser({ protocolVersion: 4 });
      const received = mqttPacket.parser({ protocolVersion: 4 });
      sent.on('packet', (packet) => {
        if (packet.cmd !== 'subscribe') return;
        requested.set(
          packet.messageId,
          packet.subscriptions.map(({ topic }) => topic),
        );
      });
      received.on('packet', (packet) => {
        if (packet.cmd === 'suback') for (const filter of requested.get(packet.messageId) ?? []) filters.add(filter);
      });
      socket.on('framesent', ({ payload }) => sent.parse(Buffer.from(payload)));
      socket.on('framereceived', ({ payload }) => received.parse(Buffer.from(payload)));
      socket.on('close', () => filters.clear());
    });
  });
}

/**
 * Waits until the page is subscribed to this filter. A message that is not retained and published earlier would not
 * reach the page.
 */
export async function waitForSubscription(page: Page, filter: string): Promise<void> {
  await expect
    .poll(() => granted.get(page)?.has(filter), { message: `the page is subscribed to ${filter}` })
    .toBe(true);
}
