/** @module-tag full */
import { type Device, startDevice } from '@belfry/device-firmware-sim/device/device';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { alertFeedsHttp } from '@belfry/schemas/http/alert-feeds';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { afterAll, expect, test } from 'vitest';
import { createDevice } from '../../support/factories.ts';
import { alertDocument, alertFeed, startAlertServer } from '../../support/services/alert-server.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let alerts: Awaited<ReturnType<typeof startAlertServer>>;
let device: Device | null = null;
flow.beforeAll(async ({ lentStack }) => {
  alerts = await startAlertServer();
  stack = lentStack;
});
afterAll(async () => {
  await device?.stop();
  alerts.stop();
});

test('an alert is heard on a device; its update, an exercise, a restart and its cancel do what they should', async () => {
  const { owner, main, own } = await createShops(stack);
  const { serial, device_key } = await createDevice(stack, { user_id: owner.id, company_id: own.node.company_id });
  device = startDevice({
    serial,
    deviceKey: device_key,
    mqttUrl: stack.mqttUrl,
    apiUrl: stack.url,
    intervalMs: 60_000,
    speed: 20,
  });
  const here = { latitude: 51, longitude: 11 };
  await stack.db.updateTable('companies').set(here).where('company_id', '=', own.node.company_id).execute();
  const storm = { name: 'Tornado', variants: [{ language: 'en', text: 'Go to the cellar' }], emergency: true };
  const { id: message_id } = (await stack.call(messagesHttp.create, owner, storm)).body;

  alerts.show('/atom', alertFeed([{ alert: alertDocument({ id: 'old', sent: new Date(Date.now() - 600_000) }) }]));
  const { body: trigger } = await stack.call(triggersHttp.create, owner, {
    name: 'Tornado',
    company_id: main.company_id,
    source: {
      type: 'alert_feed',
      url: `${alerts.url}/atom`,
      filter: { severities: ['Extreme', 'Severe'], near: true },
      ends: true,
    },
    action: { type: 'emergency', message_id, targets: { nodes: [main.company_id] } },
    mode: 'automatic',
    drill: false,
    confirmed: true,
  });
  const decided = async () => (await stack.call(alertFeedsHttp.alerts, owner, { id: trigger.id })).body;
  const active = async () => (await stack.call(emergencyHttp.read, owner)).body.active;
  /** Shows these alerts, and waits until the newest is decided about and worked on. */
  async function publish(...shown: Parameters<typeof alertDocument>[0][]) {
    alerts.show('/atom', alertFeed(shown.map((each) => ({ alert: alertDocument(each) }))));
    await stack.db
      .updateTable('alert_feeds')
      .set({ next_read_at: new Date(0) })
      .where('trigger_id', '=', trigger.id)
      .execute();
    const newest = shown.at(-1)?.id ?? '';
    const list = await until(
      `${newest} is decided`,
      decided,
      ([first]) => first?.identifier === newest && first.firing_state !== 'queued',
    );
    return list[0];
  }

  expect(await until('the first reading', decided, (list) => list.length > 0)).toMatchObject([
    { identifier: 'old', decision: 'before' },
  ]);
  expect(await active()).toEqual([]);

  const first = { id: 'a1', sent: new Date() };
  expect(await publish(first)).toMatchObject({
    decision: 'started',
    firing_state: 'started',
    headline: 'Tornado over the valley',
  });
  const [run] = await active();
  expect(run).toMatchObject({ kind: 'emergency', title: 'Tornado' });
  await until('the device plays it', async () => {
    const { rows } = await stack.pool.query(
      "select 1 from announcement_receipts where run_id = $1 and event = 'started'",
      [run?.run_id],
    );
    return rows.length > 0;
  });

  // The same again, with an update that is not more severe and an exercise, after a restart of the api.
  await stack.stopApi();
  await stack.startApi();
  await stack.ready();
  const update = { id: 'a2', type: 'Update' as const, refs: ['a1'] };
  const exercise = { id: 'e1', status: 'Exercise' };
  expect(await publish(first, update, exercise)).toMatchObject({ decision: 'drill', firing_state: 'drill' });
  expect((await decided())[1]).toMatchObject({ identifier: 'a2', decision: 'repeated' });
  expect((await active()).map(({ kind }) => kind).sort()).toEqual(['drill', 'emergency']);
  expect((await active()).some(({ run_id }) => run_id === run?.run_id)).toBe(true);

  // That an exercise is over says nothing about what is real; a cancel does, through the update.
  const exerciseEnds = { id: 'e2', type: 'Cancel' as const, status: 'Exercise', refs: ['a1'] };
  const cancel = { id: 'a3', type: 'Cancel' as const, refs: ['a2'] };
  expect(await publish(first, exerciseEnds, cancel)).toMatchObject({
    decision: 'ended',
    reason: null,
    firing_state: 'started',
  });
  expect((await decided())[1]).toMatchObject({ identifier: 'e2', decision: 'ended', reason: 'nothing_started' });
  expect((await active()).some(({ run_id }) => run_id === run?.run_id)).toBe(false);
  const { body: history } = await stack.call(triggersHttp.firings, owner, { id: trigger.id });
  expect(history.map(({ source, state, ends }) => [source, state, ends])).toEqual([
    ['alert', 'started', true],
    ['alert', 'drill', false],
    ['alert', 'started', false],
  ]);
});
