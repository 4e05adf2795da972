import { messagesHttp } from '@belfry/schemas/http/library/texts';
import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { type Scenario, scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aPlace, choosePlace } from '../../testing/a-place.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { aMessage } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ActionFields } from './action-fields.tsx';
import { NEW_ACTIONS, NO_TARGETS, NOBODY } from './scenario-draft.ts';
import { ScenarioForm } from './scenario-form.tsx';

afterEach(cleanup);

const LUNCH = aMessage(7, { name: 'Lunch' });
const PREPARED: Scenario = {
  id: 5,
  name: 'Storm',
  icon: 'storm',
  colour: 'orange',
  company_id: 12,
  company_name: 'Shop 12',
  actions: [
    NEW_ACTIONS.all_clear,
    { ...NEW_ACTIONS.silence, minutes: 5, after_s: 30 },
    {
      ...NEW_ACTIONS.mail,
      subject: 'Storm',
      text: 'Storm',
      recipients: { ...NOBODY, people: [1] },
      after: 'previous',
      after_s: 10,
    },
  ],
  drill: false,
  two_people: false,
  enabled: true,
  disabled_reason: null,
  is_emergency: false,
  missed: null,
  checked_at: null,
  last_started_at: null,
  running: null,
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  revision: 1,
};

it('sends the actions of a new scenario in their order', async () => {
  const { requestsTo, user } = await openPage(
    <ScenarioForm onClose={() => undefined} />,
    firstOf(
      aPlace,
      on(scenariosHttp.create, () => Response.json({ id: 6 }, { status: 201 })),
    ),
  );
  const form = await screen.findByRole('dialog', { name: 'New scenario' });
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Quiet');
  await choosePlace(user, form, 'Shop 12');
  const add = async (kind: string): Promise<void> => {
    await user.click(within(form).getByRole('button', { name: 'Add an action' }));
    await user.click(await screen.findByRole('menuitem', { name: kind }));
  };
  await add('All clear');
  await add('Silence bells');
  await user.click(within(form).getByRole('button', { name: 'New scenario' }));
  await waitFor(() => expect(requestsTo(scenariosHttp.create)).toHaveLength(1));
  expect(requestsTo(scenariosHttp.create)[0]?.body).toMatchObject({
    name: 'Quiet',
    company_id: 12,
    actions: [{ kind: 'all_clear' }, { kind: 'silence', minutes: 60 }],
  });
});

it('says beside the actions when each starts, and whom they would reach as they are edited', async () => {
  const { requestsTo, user } = await openPage(
    <ScenarioForm scenario={PREPARED} onClose={() => undefined} />,
    firstOf(
      aPlace,
      on(scenariosHttp.checkDraft, ({ body }) => ({
        actions: body.actions.map(({ kind }, index) => ({
          index,
          kind,
          reached: index,
          missed: [{ who: 'Bob', reason: 'outside_hours' as const, detail: null }],
          missed_total: 1,
          parts: null,
          missing: [],
        })),
      })),
    ),
  );
  const form = await screen.findByRole('dialog', { name: 'Edit Storm' });
  const times = within(form).getByRole('list', { name: 'Time line' });
  expect(
    within(times)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['0:00 All clear', '0:30 Silence bells · until 5:30', '0:40 Mail']);
  const check = within(form).getByRole('region', { name: 'Who would be reached now' });
  expect(await within(check).findByText(/Mail · 2 reached/, undefined, { timeout: 4_000 })).toBeDefined();
  expect(within(check).getAllByText('Bob: outside the hours in which they want messages')).toHaveLength(3);
  await user.click(within(form).getByRole('button', { name: '2. Silence bells · 0:30 after the press' }));
  const minutes = within(form).getByRole('textbox', { name: 'Minutes' });
  await user.type(minutes, '0');
  expect(times.textContent).toContain('until 50:30');
  await waitFor(() => expect(requestsTo(scenariosHttp.checkDraft)).toHaveLength(2), { timeout: 4_000 });
  expect(requestsTo(scenariosHttp.checkDraft)[1]?.body).toMatchObject({
    company_id: 12,
    actions: [{}, { minutes: 50 }, {}],
  });
});

const SWITCHING: Scenario = {
  ...PREPARED,
  actions: [{ ...NEW_ACTIONS.output, output: 'strobe', lasts_s: 60, targets: { ...NO_TARGETS, nodes: [12] } }],
};

it('switches another output for a moment, without the time of the one before, and in a pattern', async () => {
  const { requestsTo, user } = await openPage(
    <ScenarioForm scenario={SWITCHING} onClose={() => undefined} />,
    firstOf(
      aPlace,
      on(scenariosHttp.change, () => SWITCHING),
    ),
  );
  const form = await screen.findByRole('dialog', { name: 'Edit Storm' });
  const action = within(form).getByRole('region', { name: '1. Switch an output' });
  await user.click(within(action).getByRole('button', { name: /^1\. Switch an output/ }));
  const name = within(action).getByRole('textbox', { name: /^Output/ });
  await user.clear(name);
  const save = within(form).getByRole('button', { name: 'Save' });
  expect((save as HTMLButtonElement).disabled).toBe(true);
  await user.type(name, 'Door');
  await user.selectOptions(within(action).getByRole('combobox', { name: 'State' }), 'On for a moment');
  const duration = within(action).getByRole('textbox', { name: /milliseconds/ });
  await user.clear(duration);
  await user.type(duration, '500');
  await user.click(save);
  await waitFor(() => expect(requestsTo(scenariosHttp.change)).toHaveLength(1));
  const body = requestsTo(scenariosHttp.change)[0]?.body as Scenario | undefined;
  expect(body?.actions).toMatchObject([{ kind: 'output', output: 'door', state: 'pulse', duration_ms: 500 }]);
  expect(body?.actions[0]).not.toHaveProperty('lasts_s');
  await user.selectOptions(within(action).getByRole('combobox', { name: 'State' }), 'Pattern of pulses');
  const pause = within(action).getByRole('textbox', { name: 'Then off for (milliseconds)' });
  await user.clear(pause);
  await user.type(pause, '1500');
  await user.type(within(action).getByRole('textbox', { name: /^Off after/ }), '30');
  await user.click(save);
  await waitFor(() => expect(requestsTo(scenariosHttp.change)).toHaveLength(2));
  expect((requestsTo(scenariosHttp.change)[1]?.body as Scenario | undefined)?.actions).toMatchObject([
    { state: 'pulse', duration_ms: 500, pause_ms: 1_500, lasts_s: 30 },
  ]);
});

it('says a prepared text of the library, and writes to other roles than those who speak', async () => {
  const changed: ScenarioAction[] = [];
  const say = { ...NEW_ACTIONS.say, targets: { ...NEW_ACTIONS.say.targets, nodes: [12] } };
  const { user } = await openPage(
    <>
      <ActionFields action={say} onChange={(action) => changed.push(action)} />
      <ActionFields action={NEW_ACTIONS.mail} onChange={(action) => changed.push(action)} />
    </>,
    firstOf(
      aPlace,
      on(messagesHttp.list, () => Response.json([LUNCH], { headers: { 'X-Total-Count': '1' } })),
    ),
  );
  await user.type(await screen.findByRole('textbox', { name: 'What' }), 'L');
  await user.click(await screen.findByRole('option', { name: /Lunch/ }));
  expect(changed.at(-1)).toMatchObject({ kind: 'say', message_id: 7 });
  expect(changed.at(-1)).not.toHaveProperty('text');
  await user.click(screen.getByRole('button', { name: 'Others by their rights' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Everybody who plans at these places' }));
  await choosePlace(user, document.body, 'Shop 12', 'Everybody who plans at these places');
  expect(changed.at(-1)).toMatchObject({ recipients: { roles: [{ company_id: 12, right: 'plan' }] } });
});
