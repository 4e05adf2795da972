import { type ScenarioReceipt, scenarioRunsHttp, type ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { answersHttp } from '@belfry/schemas/http/scenarios/answers';
import { type Scenario, scenariosHttp, type ScenarioTile } from '@belfry/schemas/http/scenarios/scenarios';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { aPlace, choosePlace } from '../../testing/a-place.ts';
import { type Answer, firstOf, on } from '../../testing/fake-server.ts';
import { aMessage } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { ActionFields } from './action-fields.tsx';
import { AnswerPage } from './answer-page.tsx';
import { NEW_ACTIONS, NOBODY } from './scenario-draft.ts';
import { ScenarioForm } from './scenario-form.tsx';
import { ScenarioRunPage } from './run-page.tsx';
import { EmergencyScenarios } from './emergency-scenarios.tsx';
import { ScenariosPage } from './scenarios-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const RUN_ID = '0b7d2c34-5a63-4c51-9f1e-1f4f3a3a9a01';
const TILE: ScenarioTile = {
  id: 5,
  name: 'Storm',
  icon: 'storm',
  colour: 'orange',
  company_id: 12,
  company_name: 'Shop 12',
  path: 'Chain',
  drill: false,
  two_people: false,
  is_emergency: false,
  kinds: ['say', 'mail'],
  asks_text: true,
  missed: 2,
  running: null,
};
const RUN: ScenarioRun = {
  scenario_run_id: RUN_ID,
  scenario_id: 5,
  name: 'Storm',
  company_id: 12,
  company_name: 'Shop 12',
  state: 'running',
  drill: false,
  source: 'person',
  started_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  confirm_until: null,
  confirmed_by: null,
  ended_at: null,
  ended_by: null,
  variables: {},
  may_confirm: false,
  may_ask_again: true,
  answers: { asked: 2, have_it: 0, safe: 1, help: 0, open: 1 },
  actions: [
    {
      index: 0,
      kind: 'mail',
      what: 'Storm',
      untyped: null,
      body: 'Stay inside',
      total: 2,
      failed: 1,
      open: 0,
      state: 'done',
      reason: 'Not filled in: level',
      due_at: '2026-11-20T10:00:00.000Z',
      started_at: '2026-11-20T10:00:00.000Z',
      ended_at: null,
      run_id: null,
      may_end: true,
      receipts: [],
    },
  ],
};

const RECEIPTS: ScenarioReceipt[] = [
  { who: 'Bob', state: 'failed', reason: 'no_mail', at: null, answer: null, answer_text: null },
  { who: 'Ada', state: 'acknowledged', reason: null, at: null, answer: 'help', answer_text: 'Second floor' },
];
const WHOLE = { ...RUN, actions: [Object.assign({}, RUN.actions[0], { receipts: RECEIPTS })] };
const page = (rows: ScenarioReceipt[], total = rows.length): Response =>
  Response.json(rows, { headers: { 'X-Total-Count': String(total) } });

const tiles: Answer = firstOf(
  aPlace,
  on(scenariosHttp.tiles, () => [TILE]),
  on(scenariosHttp.start, () => Response.json({ scenario_run_id: RUN_ID, state: 'running' }, { status: 202 })),
);

it('starts a scenario where its tile is held for two seconds, with the text and as a drill', async () => {
  const { requestsTo, user } = await openPage(<ScenariosPage />, tiles);
  await screen.findByRole('region', { name: 'Chain / Shop 12' });
  await user.type(screen.getByRole('textbox', { name: 'Text to add' }), 'Stay inside');
  await user.click(screen.getByRole('switch', { name: /^Drill/ }));
  const tile = screen.getByRole('button', { name: /^Storm/ });
  expect(tile.textContent).toContain('2 would not be reached');
  fireEvent.pointerDown(tile);
  fireEvent.pointerUp(tile);
  expect(requestsTo(scenariosHttp.start)).toEqual([]);
  fireEvent.pointerDown(tile);
  await waitFor(() => expect(requestsTo(scenariosHttp.start)).toHaveLength(1), { timeout: 4_000 });
  expect(requestsTo(scenariosHttp.start)[0]?.body).toEqual({
    drill: true,
    variables: { text: 'Stay inside' },
  });
});

it('offers those with an emergency beside the emergencies, with their place', async () => {
  const onStarted = vi.fn<() => void>();
  const fire = { ...TILE, id: 6, name: 'Evacuation', is_emergency: true };
  const { requestsTo } = await openPage(
    <EmergencyScenarios drill onStarted={onStarted} />,
    firstOf(
      on(scenariosHttp.tiles, () => [TILE, fire]),
      tiles,
    ),
  );
  const tile = await screen.findByRole('button', { name: /^Evacuation.*Chain \/ Shop 12/ });
  expect(screen.queryByRole('button', { name: /^Storm/ })).toBeNull();
  fireEvent.pointerDown(tile);
  await waitFor(() => expect(onStarted).toHaveBeenCalled(), { timeout: 4_000 });
  expect(requestsTo(scenariosHttp.start)[0]).toMatchObject({ path: '/scenarios/6/start', body: { drill: true } });
});

const openRun = (...answers: Answer[]) =>
  openPage(
    <Routes>
      <Route path="/scenarios/runs/:id" element={<ScenarioRunPage />} />
    </Routes>,
    firstOf(
      aPlace,
      ...answers,
      on(scenarioRunsHttp.read, ({ query }) => (query.receipts === 'none' ? RUN : WHOLE)),
      on(scenarioRunsHttp.receipts, ({ query }) =>
        page(RECEIPTS.filter(({ state }) => query.only === 'all' || state === query.only)),
      ),
    ),
    {},
    { toasts: true, address: `/scenarios/runs/${RUN_ID}` },
  );

it('shows every action and receipt of a run, asks again, and ends it', async () => {
  stubElementSize(400);
  const { requestsTo, user } = await openRun(
    on(scenarioRunsHttp.end, () => ({ ended: 1, kept: [{ index: 0, kind: 'mail' as const, sent: 2 }] })),
    on(scenarioRunsHttp.askAgain, () => ({ people: 1 })),
  );
  const list = await screen.findByRole('list', { name: 'Mail' });
  expect(screen.getByText('Not filled in: level')).toBeDefined();
  expect(screen.getByText('Stay inside')).toBeDefined();
  const [bob, ada] = within(list).getAllByRole('listitem');
  expect(bob?.textContent).toContain('Bobno mail address');
  expect(ada?.textContent).toContain('I need help · Second floor');
  await user.click(screen.getByRole('button', { name: 'Ask 1 again' }));
  expect(await screen.findByText('1 is asked again')).toBeDefined();
  expect(requestsTo(scenarioRunsHttp.askAgain)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'End everything' }));
  expect(await screen.findByText(/2 messages were sent already/)).toBeDefined();
  expect(requestsTo(scenarioRunsHttp.end)).toHaveLength(1);
});

it('fetches of 5,000 receipts those that are seen, and all of them for paper', async () => {
  stubElementSize(400);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { requestsTo, user } = await openRun(
    on(scenarioRunsHttp.receipts, ({ query }) =>
      page(
        Array.from({ length: query.page_size }, (_, n) => ({ ...RECEIPTS[1]!, who: `Person ${n}` })),
        5_000,
      ),
    ),
  );
  const list = await screen.findByRole('list', { name: 'Mail' });
  expect(await within(list).findByText('Person 0')).toBeDefined();
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(40);
  expect(new Set(requestsTo(scenarioRunsHttp.receipts).map(({ params }) => params.page))).toEqual(new Set(['1']));
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(screen.getByRole('row', { name: /Bob no mail address/ })).toBeDefined();
});

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

it('asks somebody without an account, sends what they press, and corrects it with the secret of the answer', async () => {
  const { requestsTo, user } = await openPage(
    <AnswerPage />,
    firstOf(
      on(answersHttp.read, () => ({ title: 'Storm' })),
      on(answersHttp.send, ({ body }) =>
        body.answer === 'have_it'
          ? Response.json({ error: 'This was answered already.', code: 'conflict' }, { status: 409 })
          : { correction: 'mnpqrstuvwxy' },
      ),
    ),
    {},
    { address: '/a#abcdefghijkl' },
  );
  await user.type(await screen.findByRole('textbox', { name: 'Something to add' }), 'Cellar');
  await user.click(screen.getByRole('button', { name: 'I need help' }));
  expect(await screen.findByText(/^Thank you. Your answer was noted. You can change it for 15 minutes/)).toBeDefined();
  const sent = { token: 'abcdefghijkl', answer: 'help', text: 'Cellar' };
  expect(requestsTo(answersHttp.send)[0]?.body).toEqual(sent);
  await user.click(screen.getByRole('button', { name: 'I am safe' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'I am safe', pressed: true })).toBeDefined());
  expect(requestsTo(answersHttp.send)[1]?.body).toEqual({ ...sent, answer: 'safe', correction: 'mnpqrstuvwxy' });
  // The time for corrections has passed.
  await user.click(screen.getByRole('button', { name: 'I have it' }));
  expect(await screen.findByText('This was answered already.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'I am safe' })).toBeNull();
});

it('says of a link that was used that it was answered, and nothing else', async () => {
  await openPage(
    <AnswerPage />,
    on(answersHttp.read, () =>
      Response.json({ error: 'This was answered already.', code: 'conflict' }, { status: 409 }),
    ),
    {},
    { address: '/a#abcdefghijkl' },
  );
  expect(await screen.findByText('This was answered already.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'I need help' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Something to add' })).toBeNull();
});

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
