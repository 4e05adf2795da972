import { aPlace, choosePlace } from '../../testing/a-place.ts';
import { type FeedAlert, alertFeedsHttp, type FeedPreview } from '@belfry/schemas/http/alert-feeds';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { type Trigger, triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { TriggersPanel } from './triggers-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TARGETS = { nodes: [12], groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } };
const FEED: Trigger = {
  id: 7,
  name: 'Storms',
  company_id: 12,
  company_name: 'Shop 12',
  source: {
    type: 'alert_feed',
    url: 'https://alerts.example.org/feed.xml',
    every_s: 300,
    hosts: [],
    filter: { events: ['Tornado*'], severities: ['Extreme'], urgencies: [], certainties: [], geocodes: [], near: true },
    ends: true,
  },
  action: { type: 'emergency', message_id: 4, targets: TARGETS },
  scenario_id: null,
  mode: 'ask',
  drill: false,
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  hook_path: null,
  feed: {
    last_read_at: '2026-11-27T10:00:00.000Z',
    failing_since: '2026-11-27T10:05:00.000Z',
    last_error: 'The server answered 503',
    has_more: true,
    invalid_today: 2,
  },
  previous_secret_until: null,
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  last_fired_at: null,
  revision: 2,
};
const HOOK: Trigger = { ...FEED, id: 8, name: 'Panic button', source: { type: 'hook' }, feed: null };
const SHOWN = {
  identifier: 'a1',
  sender: 'alerts@weather.example',
  sent: '2026-11-27T09:58:00.000Z',
  message_type: 'Alert',
  status: 'Actual',
  event: 'Tornado Warning',
  headline: 'Tornado over the valley',
  severity: 'Extreme',
  area: 'Valley',
  expires: '2026-11-27T11:00:00.000Z',
  decision: 'started',
  reason: null,
  detail: null,
} as const;
const FOUND: FeedAlert[] = [
  { ...SHOWN, decision_id: 2, at: '2026-11-27T10:00:00.000Z', firing_id: 9, firing_state: 'asking', run_id: null },
  {
    ...SHOWN,
    decision_id: 1,
    headline: 'Storm far away',
    decision: 'filtered',
    reason: 'area',
    at: '2026-11-27T09:00:00.000Z',
    firing_id: null,
    firing_state: null,
    run_id: null,
  },
  {
    ...SHOWN,
    decision_id: 0,
    identifier: 'flood-7',
    headline: null,
    event: null,
    decision: 'invalid',
    detail: 'info.severity is required',
    at: '2026-11-27T08:00:00.000Z',
    firing_id: null,
    firing_state: null,
    run_id: null,
  },
];

const open = (answer: Answer = () => undefined) =>
  openPage(
    <TriggersPanel source="alert_feed" />,
    firstOf(
      answer,
      aPlace,
      on(triggersHttp.list, () => [FEED, HOOK]),
      on(triggersHttp.firings, () => Response.json([], { headers: { 'X-Total-Count': '0' } })),
      on(alertFeedsHttp.alerts, () => Response.json(FOUND, { headers: { 'X-Total-Count': '3' } })),
      (call) =>
        call.path === messagesHttp.list.path ? Response.json([{ id: 4, name: 'Shelter', emergency: true }]) : undefined,
    ),
  );

it('the list has the feeds only, each with why it fails', async () => {
  await open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toContain('Alerts of alerts.example.org');
  expect(rows[0]?.textContent).toContain('The server answered 503');
});

it('a feed shows its alerts with what was decided, and why', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: 'Storms' }));
  const drawer = await screen.findByRole('dialog', { name: /^Storms/ });
  expect(drawer.textContent).toContain('2 alerts could not be read in the last 24 hours');
  expect(drawer.textContent).toContain('the others are read within the next minutes');
  const rows = await within(drawer).findAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('Tornado over the valley');
  expect(rows[0]?.textContent).toContain('Started: Asks');
  expect(rows[1]?.textContent).toContain('The place is not in its area');
  expect(rows[2]?.textContent).toContain('flood-7');
  expect(rows[2]?.textContent).toContain('info.severity is required');
});

it('a new feed is tried before it is saved, asks first, and is sent with its filter', async () => {
  const preview: FeedPreview = { alerts: [{ ...SHOWN }], has_more: false, error: null, coordinates: 0 };
  const { user, requestsTo } = await open(
    firstOf(
      on(alertFeedsHttp.preview, () => preview),
      on(triggersHttp.create, () => Response.json({ ...FEED, secret: null }, { status: 201 })),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a feed' }));
  const form = await screen.findByRole('dialog', { name: 'Add a feed' });
  const read = within(form).getByRole('button', { name: 'Read the feed now' });
  expect(read.hasAttribute('disabled')).toBe(true);
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Storms');
  await choosePlace(user, form, 'Shop 12');
  await user.type(within(form).getByRole('textbox', { name: /^Address/ }), 'https://alerts.example.org/feed.xml');
  await user.type(within(form).getByRole('combobox', { name: /^Events/ }), 'Tornado Warning{Enter}');
  await user.click(read);
  const status = await within(form).findByText(/It has 1 alert/);
  expect(status.textContent).toContain('1 would start the trigger');
  expect(within(form).getByText(/no polygon and no circle has it/)).toBeDefined();
  await user.selectOptions(within(form).getByRole('combobox', { name: 'Does' }), 'alert');
  await user.selectOptions(within(form).getByRole('combobox', { name: 'Says' }), 'instruction');
  await user.click(within(form).getByRole('button', { name: 'Add a feed' }));
  await vi.waitFor(() => expect(requestsTo(triggersHttp.create)).toHaveLength(1));
  expect(requestsTo(triggersHttp.create)[0]?.body).toMatchObject({
    mode: 'ask',
    source: {
      type: 'alert_feed',
      url: 'https://alerts.example.org/feed.xml',
      every_s: 300,
      ends: false,
      filter: { events: ['Tornado Warning'], severities: ['Extreme', 'Severe'], near: true },
    },
    action: { type: 'alert', says: 'instruction', priority: 'say_now' },
  });
});

it('a feed offers the all clear of its sender only where it starts an emergency, which can end', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add a feed' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a feed' }));
  const offered = () => form.queryByRole('switch', { name: /The sender gives the all clear/ });
  expect(offered()).toBeNull();
  await user.selectOptions(form.getByRole('combobox', { name: 'Does' }), 'emergency');
  expect(offered()).not.toBeNull();
});

it('a preview of a feed that cannot be read says why', async () => {
  const { user } = await open(
    on(alertFeedsHttp.preview, () => ({
      alerts: [],
      has_more: false,
      error: 'The server answered 404',
      coordinates: 1,
    })),
  );
  await user.click(await screen.findByRole('link', { name: 'Storms' }));
  const drawer = await screen.findByRole('dialog', { name: /^Storms/ });
  await user.click(within(drawer).getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const form = await screen.findByRole('dialog', { name: 'Edit Storms' });
  expect(
    within(form)
      .getByRole('switch', { name: /The sender gives the all clear/ })
      .hasAttribute('checked'),
  ).toBe(true);
  await user.click(within(form).getByRole('button', { name: 'Read the feed now' }));
  expect(await within(form).findByText('The server answered 404')).toBeDefined();
});
