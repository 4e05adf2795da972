import { expect, type BrowserContext, type Page } from '@playwright/test';
import mqttPacket from 'mqtt-packet';

/** What each page's live connection has been granted, as its WebSocket tells. */
const granted = new WeakMap<Page, Set<string>>();

/** Reads along on every page of this context from now on. */
export function readAlong(context: BrowserContext): void {
  context.on('page', (page) => {
    // The old document's socket may be reported as closed only after the new document is there.
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) granted.delete(page);
    });
    page.on('websocket', (socket) => {
      const filters = new Set<string>();
      granted.set(page, filters);
      const asked = new Map<number | undefined, string[]>();
      const parser = mqttPacket.parser({ protocolVersion: 4 });
      const answers = mqttPacket.parser({ protocolVersion: 4 });
      parser.on('packet', (packet) => {
        if (packet.cmd !== 'subscribe') return;
        asked.set(
          packet.messageId,
          packet.subscriptions.map(({ topic }) => topic),
        );
      });
      answers.on('packet', (packet) => {
        if (packet.cmd === 'suback') for (const filter of asked.get(packet.messageId) ?? []) filters.add(filter);
      });
      socket.on('framesent', ({ payload }) => parser.parse(Buffer.from(payload)));
      socket.on('framereceived', ({ payload }) => answers.parse(Buffer.from(payload)));
      socket.on('close', () => filters.clear());
    });
  });
}

/**
 * Until the page listens to this filter. What is not retained and said before that is shown after the next fetch
 * only, so a story that says a thing once waits for this.
 */
export async function untilListening(page: Page, filter: string): Promise<void> {
  await expect.poll(() => granted.get(page)?.has(filter), { message: `the page listens to ${filter}` }).toBe(true);
}
