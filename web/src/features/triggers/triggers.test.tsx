import { aPlace, choosePlace } from '../../testing/a-place.ts';
import type { TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import { type Trigger, triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { TriggersPanel } from './triggers-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TARGETS = { nodes: [12], groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } };
const TRIGGER: Trigger = {
  id: 5,
  name: 'Panic button',
  company_id: 12,
  company_name: 'Shop 12',
  source: { type: 'hook' },
  action: { type: 'emergency', message_id: 4, targets: TARGETS },
  scenario_id: null,
  mode: 'automatic',
  drill: false,
  enabled: false,
  disabled_reason: 'creator',
  disabled_at: '2026-11-21T10:00:00.000Z',
  hook_path: '/api/hooks/0b7d2c34-5a63-4c51-9f1e-1f4f3a3a9a01',
  feed: null,
  previous_secret_until: null,
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  last_fired_at: null,
  revision: 2,
};
const FIRING: TriggerFiring = {
  firing_id: 8,
  trigger_id: 5,
  name: 'Panic button',
  company_id: 12,
  source: 'input',
  state: 'asking',
  ends: false,
  reason: null,
  run_id: null,
  details: { serial: '1111-2222-3333-4444', input: 'button1', user_id: 3 },
  at: '2026-11-20T10:30:00.000Z',
  created_at: '2026-11-20T10:30:00.000Z',
  expires_at: '2026-11-20T10:45:00.000Z',
  decided_by: null,
  decided_at: null,
};

const open = (answer: Answer = () => undefined, triggers: Trigger[] = [TRIGGER]) =>
  openPage(
    <TriggersPanel />,
    firstOf(
      answer,
      aPlace,
      on(triggersHttp.list, () => triggers),
      on(triggersHttp.firings, () => Response.json([FIRING], { headers: { 'X-Total-Count': '1' } })),
      (call) => (call.path === messagesHttp.list.path ? Response.json([]) : undefined),
    ),
  );
const openOne = async (answer?: Answer, trigger = TRIGGER) => {
  const page = await open(answer, [trigger]);
  await page.user.click(await screen.findByRole('link', { name: 'Panic button' }));
  const drawer = await screen.findByRole('dialog', { name: /^Panic button/ });
  const pick = async (entry: string) => {
    await page.user.click(within(drawer).getByRole('button', { name: 'More' }));
    await page.user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  return { ...page, drawer, pick };
};

describe('the list', () => {
  it('has what starts each, what it does, and why one is off', async () => {
    await open();
    const row = await screen.findByRole('listitem');
    expect(row.textContent).toContain('Signed call → Emergency #4');
    expect(row.textContent).toContain('whoever has prepared it may not do it any more');
  });

  it('says that it could not be loaded, and offers the first trigger', async () => {
    let broken = true;
    const { user } = await open((call) => (broken ? refusal(500) : on(triggersHttp.list, () => [])(call)));
    expect(await screen.findByText('The triggers could not be loaded')).toBeDefined();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No triggers yet')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Prepare a trigger' })).toHaveLength(1);
  });
});

it('a new trigger of a signed call shows its address and secret once, with an example', async () => {
  const { user, requestsTo } = await open(
    on(triggersHttp.create, () => Response.json({ ...TRIGGER, id: 6, secret: 'whsec_c2VjcmV0' }, { status: 201 })),
  );
  await user.click(await screen.findByRole('button', { name: 'Prepare a trigger' }));
  const form = await screen.findByRole('dialog', { name: 'Prepare a trigger' });
  const save = within(form).getByRole('button', { name: 'Prepare a trigger' });
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Fire panel');
  await choosePlace(user, form, 'Shop 12');
  await user.selectOptions(within(form).getByRole('combobox', { name: 'Does' }), 'all_clear');
  expect(save.hasAttribute('disabled')).toBe(true);
  await user.click(within(form).getByRole('checkbox', { name: /without asking anybody/ }));
  await user.click(save);
  const shown = await screen.findByRole('dialog', { name: /^Secret of/ });
  expect(within(shown).getByLabelText('Secret').textContent).toBe('whsec_c2VjcmV0');
  expect(shown.textContent).toContain('curl');
  expect(shown.textContent).toContain(TRIGGER.hook_path);
  expect(requestsTo(triggersHttp.create)[0]?.body).toEqual({
    name: 'Fire panel',
    company_id: 12,
    source: { type: 'hook' },
    action: { type: 'all_clear' },
    mode: 'automatic',
    drill: false,
    confirmed: true,
  });
});

describe('a trigger', () => {
  it('has its history, and is tested as a drill', async () => {
    const { user, drawer, requestsTo } = await openOne(
      on(triggersHttp.test, () => Response.json({ ...FIRING, source: 'test', state: 'queued' }, { status: 202 })),
    );
    const row = await within(drawer).findByRole('listitem');
    expect(row.textContent).toContain('Input of a device');
    expect(row.textContent).toContain('Asks');
    expect(row.textContent).toContain('1111-2222-3333-4444 · button1');
    await user.click(within(drawer).getByRole('button', { name: 'Test as a drill' }));
    await vi.waitFor(() => expect(requestsTo(triggersHttp.test)).toHaveLength(1));
  });

  it('that starts an emergency without asking is turned on after a question', async () => {
    const { user, pick, requestsTo } = await openOne(
      on(triggersHttp.change, () => ({ ...TRIGGER, enabled: true, secret: null })),
    );
    await pick('Turn on');
    const question = await screen.findByRole('dialog', { name: 'Turn on Panic button' });
    expect(requestsTo(triggersHttp.change)).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Turn on' }));
    await vi.waitFor(() =>
      expect(requestsTo(triggersHttp.change)[0]?.body).toMatchObject({ enabled: true, confirmed: true, revision: 2 }),
    );
  });

  it('that is on is turned off at once', async () => {
    const working = { ...TRIGGER, enabled: true, disabled_reason: null, disabled_at: null };
    const { pick, requestsTo } = await openOne(
      on(triggersHttp.change, () => ({ ...TRIGGER, secret: null })),
      working,
    );
    await pick('Turn off');
    await vi.waitFor(() => expect(requestsTo(triggersHttp.change)[0]?.body).toMatchObject({ enabled: false }));
  });

  it('gets a new secret after a question', async () => {
    const { user, pick } = await openOne(on(triggersHttp.rotate, () => ({ ...TRIGGER, secret: 'whsec_bmV3' })));
    await pick('New secret');
    const question = await screen.findByRole('dialog', { name: 'New secret of Panic button' });
    await user.click(within(question).getByRole('button', { name: 'New secret' }));
    expect((await screen.findByLabelText('Secret')).textContent).toBe('whsec_bmV3');
  });
});
