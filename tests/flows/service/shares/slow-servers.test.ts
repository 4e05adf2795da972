import { alertFeedsHttp } from '@belfry/schemas/http/alert-feeds';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { afterAll, expect, test } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { changeSettings, flow } from '../../../support/flow.ts';
import { startAlertServer, alertFeed } from '../../../support/services/alert-server.ts';
import { startHoldingServer } from '../../../support/services/holding-server.ts';
import { startWebhookReceiver } from '../../../support/services/webhook-receiver.ts';
import { createShops } from '../../../support/teams.ts';
import { until } from '../../../support/until.ts';

type HoldingServer = Awaited<ReturnType<typeof startHoldingServer>>;

let api: TestApi;
const slow: HoldingServer[] = [];
const stops: (() => void)[] = [];
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});
afterAll(() => {
  for (const stop of stops) stop();
});

/** So many servers that answer nobody, of this test. */
async function startSlowServers(count: number): Promise<void> {
  slow.length = 0;
  for (let at = 0; at < count; at += 1) {
    const server = await startHoldingServer();
    stops.push(server.stop);
    slow.push(server);
  }
}
const sum = (of: (server: HoldingServer) => number): number => slow.reduce((total, server) => total + of(server), 0);
const held = () => sum((server) => server.held());
/** Those that were given up meanwhile as well. */
const begun = () => sum((server) => server.held() + server.ended());

/** What is prepared at the main company of a new organisation. */
async function createFeeds(urls: readonly string[]): Promise<number[]> {
  const { owner, main } = await createShops(api);
  const ids: number[] = [];
  for (const url of urls) {
    const { status, body } = await api.call(triggersHttp.create, owner, {
      name: 'Alerts',
      company_id: main.company_id,
      source: { type: 'alert_feed', url },
      action: { type: 'silence', minutes: 5 },
      mode: 'automatic',
      drill: false,
    });
    expect(status).toBe(201);
    ids.push(body.id);
  }
  return ids;
}

test('slow feeds of free accounts do not delay the feed of another organisation', async () => {
  await startSlowServers(4);
  for (let account = 0; account < 4; account += 1)
    await createFeeds(Array.from({ length: 10 }, (_, feed) => `${slow[feed % slow.length]?.url}/${account}/${feed}`));
  await until('the attack has its places', () => held() >= 8);
  const alerts = await startAlertServer();
  stops.push(alerts.stop);
  alerts.show('/atom', alertFeed([]));
  await createFeeds([`${alerts.url}/atom`]);
  await until('the feed is read', () => alerts.requests.length > 0);
  // In the order of their age all 40 would be before it.
  expect(begun()).toBeLessThan(25);
});

test('a feed of an organisation is read while another server of its own is slow', async () => {
  await startSlowServers(1);
  const alerts = await startAlertServer();
  stops.push(alerts.stop);
  alerts.show('/atom', alertFeed([]));
  await createFeeds([...Array.from({ length: 5 }, (_, feed) => `${slow[0]?.url}/${feed}`), `${alerts.url}/atom`]);
  await until('the feed is read', () => alerts.requests.length > 0);
  // Its places are for different servers.
  expect(begun()).toBeLessThan(4);
});

test('slow receivers of free accounts do not delay the webhook of another organisation', async () => {
  await startSlowServers(4);
  for (let account = 0; account < 6; account += 1) {
    const { owner, main } = await createShops(api);
    for (const server of slow) {
      const hook = { name: 'Slow', url: server.url, events: ['member.added' as const], company_id: main.company_id };
      const { body } = await api.call(webhooksHttp.create, owner, hook);
      await api.call(webhooksHttp.test, owner, { id: body.id });
    }
  }
  await until('the attack has its places', () => held() >= 8);
  const receiver = await startWebhookReceiver();
  stops.push(receiver.stop);
  const { owner, main } = await createShops(api);
  const hook = { name: 'Tickets', url: receiver.url, events: ['member.added' as const], company_id: main.company_id };
  const { body } = await api.call(webhooksHttp.create, owner, hook);
  await api.call(webhooksHttp.test, owner, { id: body.id });
  await until('the message arrives', () => receiver.received.length > 0);
  // In the order of their age all 24 would be before it.
  expect(begun()).toBeLessThan(24);
});

test('previews of feeds of many accounts leave those of another organisation', async () => {
  await changeSettings(api, { RATE_LIMIT_SCALE: '1' });
  const alerts = await startAlertServer();
  stops.push(alerts.stop);
  alerts.show('/atom', alertFeed([]));
  const preview = ({ owner, main }: Awaited<ReturnType<typeof createShops>>) =>
    api.call(alertFeedsHttp.preview, owner, {
      company_id: main.company_id,
      source: { type: 'alert_feed', url: `${alerts.url}/atom` },
    });
  for (let account = 0; account < 7; account += 1) {
    const shops = await createShops(api);
    for (let at = 0; at < 10; at += 1) expect((await preview(shops)).status).toBe(200);
    expect((await preview(shops)).status).toBe(429);
  }
});
