import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { success } from '../support/http-client.ts';
import { times } from '../support/limits.ts';
import { alertFeed, startAlertServer } from '../support/services/alert-server.ts';
import { startHoldingServer } from '../support/services/holding-server.ts';
import { startWebhookReceiver } from '../support/services/webhook-receiver.ts';
import { createShops } from '../support/teams.ts';
import { until } from '../support/until.ts';
import { type Attack, ATTACKERS, nextNumber, accepted } from './attack.ts';

const silence = { type: 'silence', minutes: 5 } as const;
const feedOf = (company_id: number, url: string) => ({
  name: url.slice(-40),
  company_id,
  source: { type: 'alert_feed' as const, url },
  action: silence,
  mode: 'automatic' as const,
  drill: false,
});

export const feeds: Attack = {
  name: 'first reading of an alert feed',
  how: 'ten feeds of each of six accounts, whose servers answer nothing',
  rounds: 3,
  async prepare(target) {
    const alerts = await startAlertServer();
    const { owner, main } = await createShops(target);
    return {
      async measure() {
        const path = `/feed-${nextNumber()}`;
        alerts.show(path, alertFeed([]));
        const began = performance.now();
        const { id } = await success(
          target.call(triggersHttp.create, owner, feedOf(main.company_id, alerts.url + path)),
        );
        await until('the feed is read', () => alerts.requests.some((request) => request.path === path));
        const time = performance.now() - began;
        await target.call(triggersHttp.remove, owner, { id });
        return time;
      },
      async begin() {
        const slow = await Promise.all(times(4, () => startHoldingServer()));
        for (let account = 0; account < ATTACKERS; account += 1) {
          const shops = await createShops(target);
          for (let feed = 0; feed < 10; feed += 1)
            accepted(
              await target.call(
                triggersHttp.create,
                shops.owner,
                feedOf(shops.main.company_id, `${slow[feed % 4]?.url}/${account}/${feed}`),
              ),
            );
        }
        const held = () => slow.reduce((total, server) => total + server.held(), 0);
        await until('the attack has its places', () => held() >= 8);
        return {
          held: () => `${held()} readings`,
          end: () => [...slow, alerts].forEach((server) => server.stop()),
        };
      },
    };
  },
};

export const webhooks: Attack = {
  name: 'webhook',
  how: '80 messages of each of six accounts to receivers that answer nothing',
  rounds: 3,
  async prepare(target) {
    const receiver = await startWebhookReceiver();
    const { owner, main } = await createShops(target);
    const hook = (url: string, company_id: number) => ({
      name: 'Hook',
      url,
      events: ['member.added' as const],
      company_id,
    });
    const { id } = await success(target.call(webhooksHttp.create, owner, hook(receiver.url, main.company_id)));
    return {
      async measure() {
        const before = receiver.received.length;
        const began = performance.now();
        accepted(await target.call(webhooksHttp.test, owner, { id }));
        await until('the message arrives', () => receiver.received.length > before);
        return performance.now() - began;
      },
      async begin() {
        const slow = await Promise.all(times(4, () => startHoldingServer()));
        for (let account = 0; account < ATTACKERS; account += 1) {
          const shops = await createShops(target);
          for (const { url } of slow) {
            const made = await success(target.call(webhooksHttp.create, shops.owner, hook(url, shops.main.company_id)));
            // As many as they may.
            for (let message = 0; message < 20; message += 1)
              await target.call(webhooksHttp.test, shops.owner, { id: made.id });
          }
        }
        const held = () => slow.reduce((total, server) => total + server.held(), 0);
        await until('the attack has its places', () => held() >= 8);
        return {
          held: () => `${held()} deliveries`,
          end: () => [...slow, receiver].forEach((server) => server.stop()),
        };
      },
    };
  },
};
