import { randomUUID } from 'node:crypto';
import { readDocument } from '@belfry/api/features/alert-feeds/cap/document';
import { decideReading, FeedChanged } from '@belfry/api/features/triggers/alerts/decide-reading';
import { claimFeed, type ClaimedFeed } from '@belfry/api/features/alert-feeds/feeds.repository';
import type { FoundAlert } from '@belfry/api/features/alert-feeds/read-alerts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { alertDocument, alertFeed } from '../../support/services/alert-server.ts';
import { createShops } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** A feed that is claimed, as an instance has it while it reads. The silence of bells is what it starts. */
async function claimedFeed(): Promise<ClaimedFeed> {
  const chain = await createShops(api);
  await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  const { body } = await api.call(triggersHttp.create, chain.owner, {
    name: 'Storms',
    company_id: chain.main.company_id,
    // Nothing is there: what is read is handed over by the test.
    source: { type: 'alert_feed', url: `https://${randomUUID()}.invalid/feed` },
    action: { type: 'silence', minutes: 5 },
    mode: 'automatic',
    drill: false,
  });
  const trigger = await api.db.selectFrom('triggers').selectAll().where('id', '=', body.id).executeTakeFirst();
  if (trigger?.source.type !== 'alert_feed') throw new Error('the trigger has no feed');
  const { id: trigger_id, owner_id, company_id, source, revision } = trigger;
  const armed_at = new Date(Date.now() - 60_000);
  return { trigger_id, owner_id, company_id, source, revision, armed_at, etag: null, last_modified: null };
}

const found = (...alerts: Parameters<typeof alertDocument>[0][]): FoundAlert[] => {
  const feed = alertFeed(alerts.map((each) => ({ alert: alertDocument(each) })));
  const filter = { events: [], severities: [], urgencies: [], certainties: [], geocodes: [], near: false };
  const { entries } = readDocument({ bytes: new TextEncoder().encode(feed), charset: null }, { filter, places: [] });
  return entries.flatMap((entry) => ('link' in entry ? [] : [{ ...entry, linkKey: null }]));
};
const deps = () => ({ db: api.db, firingSignal: { notify: () => undefined, listen: () => undefined } });
const firingsOf = (id: number) =>
  api.db.selectFrom('trigger_firings').select('cause').where('trigger_id', '=', id).execute();
const decisionsOf = async (id: number) =>
  (
    await api.db
      .selectFrom('alert_decisions')
      .select(['identifier', 'decision'])
      .where('trigger_id', '=', id)
      .orderBy('decision_id')
      .execute()
  ).map(({ identifier, decision }) => `${identifier} ${decision}`);

flow('an alert that several instances read at the same time starts the trigger once', async () => {
  const feed = await claimedFeed();
  const alerts = found({ id: 'i1' }, { id: 'i2' }, { id: 'i3' });
  await Promise.all([1, 2, 3, 4].map(() => decideReading(deps(), feed, alerts, [])));
  await decideReading(deps(), feed, alerts, []);
  expect(await firingsOf(feed.trigger_id)).toHaveLength(3);
  expect((await decisionsOf(feed.trigger_id)).sort()).toEqual(['i1 started', 'i2 started', 'i3 started']);
});

flow('an alert that was cancelled or replaced before it is seen starts nothing, whichever is read first', async () => {
  const feed = await claimedFeed();
  const sent = new Date();
  const cancel = { id: 'c1', type: 'Cancel' as const, refs: ['a1'], sent };
  await decideReading(deps(), feed, found(cancel), []);
  await decideReading(
    deps(),
    feed,
    found(
      { id: 'a1', sent },
      { id: 'b1', sent },
      { id: 'b2', type: 'Update', refs: ['b1'], sent: new Date(sent.getTime() + 1_000) },
    ),
    [],
  );
  expect(await decisionsOf(feed.trigger_id)).toEqual(['c1 ended', 'a1 cancelled', 'b1 superseded', 'b2 started']);
});

flow('an update starts it again where it is more severe than what has started it', async () => {
  const feed = await claimedFeed();
  const at = (seconds: number) => new Date(Date.now() - 30_000 + seconds * 1_000);
  const read = (...alerts: Parameters<typeof alertDocument>[0][]) => decideReading(deps(), feed, found(...alerts), []);
  await read({ id: 'u1', severity: 'Moderate', sent: at(0) });
  await read({ id: 'u2', type: 'Update', severity: 'Moderate', refs: ['u1'], sent: at(1) });
  await read({ id: 'u3', type: 'Update', severity: 'Severe', refs: ['u2'], sent: at(2) });
  await read({ id: 'u4', type: 'Update', severity: 'Minor', refs: ['u3'], sent: at(3) });
  expect(await decisionsOf(feed.trigger_id)).toEqual(['u1 started', 'u2 repeated', 'u3 started', 'u4 repeated']);
});

flow('a reading of a feed that was changed meanwhile decides nothing', async () => {
  const feed = await claimedFeed();
  await expect(
    decideReading(deps(), { ...feed, revision: feed.revision + 1 }, found({ id: 'x1' }), []),
  ).rejects.toThrow(FeedChanged);
  expect(await decisionsOf(feed.trigger_id)).toEqual([]);
});

flow('a feed is claimed by one of several instances', async () => {
  const feed = await claimedFeed();
  // As if nobody had looked at it yet, and long before all others.
  const due = { next_read_at: new Date(0), claimed_until: null };
  await api.db.updateTable('alert_feeds').set(due).where('trigger_id', '=', feed.trigger_id).execute();
  const claims = await Promise.all([1, 2, 3].map(() => claimFeed(api.db, feed)));
  expect(claims.filter((claim) => claim !== undefined).length).toBeLessThanOrEqual(1);
});
