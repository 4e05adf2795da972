import { aPlace, choosePlace } from '../../testing/a-place.ts';
import { WEBHOOK_EVENT_NAMES } from '@belfry/schemas/domain/webhook-events';
import { type Webhook, type WebhookDelivery, webhooksHttp } from '@belfry/schemas/http/webhooks';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import english from '../../locales/en/webhooks.json';
import { type Answer, firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { EVENT_GROUPS, eventKey } from './webhooks-api.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const WEBHOOK: Webhook = {
  id: 5,
  name: 'Tickets',
  url: 'https://tickets.example/hook',
  events: ['alarm.raised', 'alarm.cleared'],
  company_id: 12,
  company_name: 'Shop 12',
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  waiting: 0,
  previous_secret_until: null,
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  last_delivered_at: '2026-11-20T11:00:00.000Z',
  revision: 3,
};
const DELIVERY: WebhookDelivery = {
  delivery_id: 9,
  message_id: 'msg_9',
  type: 'alarm.raised',
  state: 'failed',
  payload: { type: 'alarm.raised', timestamp: '2026-11-20T10:30:00.000Z', data: { alarm_id: 7 } },
  attempts: 2,
  next_at: null,
  last_status: 500,
  last_error: 'The receiver answered 500',
  created_at: '2026-11-20T10:30:00.000Z',
  delivered_at: null,
};
const deliveries = on(webhooksHttp.deliveries, () => Response.json([DELIVERY], { headers: { 'X-Total-Count': '1' } }));

const open = (answer: Answer = () => undefined, webhooks: Webhook[] = [WEBHOOK]) =>
  openPage(
    <WebhooksPanel />,
    firstOf(
      answer,
      aPlace,
      on(webhooksHttp.list, () => webhooks),
      deliveries,
    ),
  );
const openOne = async (answer?: Answer, webhook = WEBHOOK) => {
  const page = await open(answer, [webhook]);
  await page.user.click(await screen.findByRole('link', { name: 'Tickets' }));
  const drawer = await screen.findByRole('dialog', { name: /^Tickets/ });
  const pick = async (entry: string) => {
    await page.user.click(within(drawer).getByRole('button', { name: 'More' }));
    await page.user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  return { ...page, drawer, pick };
};

describe('the list', () => {
  it('has the state of each, and why one is off', async () => {
    const off = { enabled: false, disabled_reason: 'failing' as const, disabled_at: '2026-11-21T10:00:00.000Z' };
    await open(undefined, [WEBHOOK, { ...WEBHOOK, id: 6, name: 'Chat', ...off, waiting: 3 }]);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('On');
    expect(first?.textContent).toContain('Shop 12');
    expect(second?.textContent).toContain('Turned off because nothing arrived for 24 hours');
    expect(second?.textContent).toContain('3 messages wait');
  });

  it('says in a word that nothing arrives, and in the drawer once since when', async () => {
    const failing = { ...WEBHOOK, failing_since: '2026-11-21T10:00:00.000Z' };
    const { drawer } = await openOne(undefined, failing);
    expect(
      within(drawer)
        .getByText(/Nothing arrives/)
        .textContent?.match(/Nothing arrives/g),
    ).toHaveLength(1);
    expect(within(drawer).getByText(/After 24 hours the webhook is turned off/)).toBeDefined();
    const [row] = screen.getAllByRole('listitem', { hidden: true });
    expect(row?.textContent).toMatch(/Nothing arrives(?! since)/);
  });

  it('says that it could not be loaded, and offers the first webhook', async () => {
    let broken = true;
    const { user } = await open((call) => (broken ? refusal(500) : on(webhooksHttp.list, () => [])(call)));
    expect(await screen.findByText('The webhooks could not be loaded')).toBeDefined();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No webhooks yet')).toBeDefined();
  });
});

describe('a new webhook', () => {
  it('tells what was chosen at a place, and its secret is shown once', async () => {
    const { user, requestsTo } = await open(
      on(webhooksHttp.create, () => Response.json({ ...WEBHOOK, id: 6, secret: 'whsec_c2VjcmV0' }, { status: 201 })),
    );
    await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
    const form = await screen.findByRole('dialog', { name: 'Add a webhook' });
    const add = within(form).getByRole('button', { name: 'Add a webhook' });
    await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Tickets');
    await user.type(within(form).getByRole('textbox', { name: /^Address/ }), 'https://tickets.example/hook');
    await user.click(within(form).getByRole('checkbox', { name: 'Alarm raised' }));
    await user.click(within(form).getByRole('checkbox', { name: 'Device offline' }));
    expect(add.hasAttribute('disabled')).toBe(true);
    await choosePlace(user, form, 'Shop 12');
    await user.click(add);
    expect((await screen.findByLabelText('Secret')).textContent).toBe('whsec_c2VjcmV0');
    expect(requestsTo(webhooksHttp.create)[0]?.body).toEqual({
      name: 'Tickets',
      url: 'https://tickets.example/hook',
      events: ['alarm.raised', 'device.offline'],
      company_id: 12,
    });
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByLabelText('Secret')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /Close/ }));
    await vi.waitFor(() => expect(screen.queryByLabelText('Secret')).toBeNull());
  });
});

describe('a webhook', () => {
  it('shows its deliveries with payload and answer, and sends one again', async () => {
    const { user, drawer, requestsTo } = await openOne(
      on(webhooksHttp.redeliver, () => Response.json({ ...DELIVERY, state: 'waiting' }, { status: 202 })),
    );
    const row = await within(drawer).findByRole('listitem');
    expect(within(row).getByText('Not arrived').querySelector('[data-state]')?.getAttribute('data-state')).toBe(
      'wrong',
    );
    expect(row.textContent).toContain('2 attempts');
    expect(row.textContent).toContain('answer 500');
    expect(row.textContent).toContain('The receiver answered 500');
    await user.click(within(row).getByRole('button', { name: /^Payload/ }));
    expect(within(row).getByRole('region', { name: /^Payload/ }).textContent).toContain('"alarm_id": 7');
    await user.click(within(row).getByRole('button', { name: /^Send again/ }));
    await vi.waitFor(() => expect(requestsTo(webhooksHttp.redeliver)).toHaveLength(1));
    await user.selectOptions(within(drawer).getByRole('combobox', { name: 'State' }), 'waiting');
    await vi.waitFor(() =>
      expect(requestsTo(webhooksHttp.deliveries).at(-1)?.params).toMatchObject({ state: 'waiting' }),
    );
  });

  it('is turned off with the revision that was seen', async () => {
    const { pick, requestsTo } = await openOne(on(webhooksHttp.change, () => ({ ...WEBHOOK, enabled: false })));
    await pick('Turn off');
    await vi.waitFor(() =>
      expect(requestsTo(webhooksHttp.change)[0]?.body).toMatchObject({ enabled: false, revision: 3, name: 'Tickets' }),
    );
  });

  it('gets a new secret after a question, and says until when two are valid', async () => {
    const rotated = { ...WEBHOOK, previous_secret_until: '2026-11-22T10:00:00.000Z' };
    const { user, drawer, pick } = await openOne(
      on(webhooksHttp.rotate, () => ({ ...rotated, secret: 'whsec_bmV3' })),
      rotated,
    );
    expect(drawer.textContent).toContain('Two secrets are valid until');
    await pick('New secret');
    const question = await screen.findByRole('dialog', { name: 'New secret of Tickets' });
    await user.click(within(question).getByRole('button', { name: 'New secret' }));
    expect((await screen.findByLabelText('Secret')).textContent).toBe('whsec_bmV3');
  });

  it('is removed after a question, which Escape closes alone', async () => {
    const { user, pick, requestsTo } = await openOne(on(webhooksHttp.remove, () => null));
    await pick('Remove');
    await screen.findByRole('dialog', { name: 'Remove Tickets' });
    await user.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove Tickets' })).toBeNull());
    expect(screen.getByRole('dialog', { name: /^Tickets/ })).toBeDefined();
    await pick('Remove');
    const question = await screen.findByRole('dialog', { name: 'Remove Tickets' });
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await vi.waitFor(() => expect(requestsTo(webhooksHttp.remove)).toHaveLength(1));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Tickets/ })).toBeNull());
  });
});

it('each event has a name, and each is in one group with a name', () => {
  expect(Object.keys(english.event)).toEqual(WEBHOOK_EVENT_NAMES.map(eventKey));
  expect(Object.keys(english.groups)).toEqual([...EVENT_GROUPS.keys()]);
});
