import { type ScenarioReceipt, scenarioRunsHttp, type ScenarioRun } from '@belfry/schemas/http/scenarios/runs';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { aPlace } from '../../testing/a-place.ts';
import { type Answer, firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { ScenarioRunPage } from './run-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const RUN_ID = '0b7d2c34-5a63-4c51-9f1e-1f4f3a3a9a01';
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
