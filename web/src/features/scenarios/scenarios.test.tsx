import { type Scenario, scenariosHttp, type ScenarioTile } from '@belfry/schemas/http/scenarios/scenarios';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aPlace } from '../../testing/a-place.ts';
import { type Answer, firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { EmergencyScenarios } from './emergency-scenarios.tsx';
import { ScenariosPage } from './scenarios-page.tsx';

afterEach(cleanup);

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
  checked_at: '2026-11-20T10:00:00.000Z',
  running: null,
};

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
  expect(tile.textContent).toContain('2 would not be reachedchecked ');
  expect(tile.querySelector('time')?.dateTime).toBe(TILE.checked_at);
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

it('says in the list when whom a scenario would not reach was looked at', async () => {
  const { path: _path, kinds: _kinds, asks_text: _asks, ...tile } = TILE;
  const scenario: Scenario = {
    ...tile,
    actions: [],
    enabled: true,
    disabled_reason: null,
    last_started_at: null,
    created_by: 'Ada',
    created_at: '2026-11-01T10:00:00.000Z',
    revision: 1,
  };
  const all = { id: 6, name: 'Fire', missed: 0 };
  await openPage(
    <ScenariosPage />,
    on(scenariosHttp.list, () => [scenario, { ...scenario, ...all }]),
    {},
    { role: 'root', address: '/?view=edit' },
  );
  const [looked, reached] = await screen.findAllByRole('listitem');
  expect(looked?.textContent).toMatch(/2 would not be reached.*checked/);
  expect(looked?.querySelector('time')?.dateTime).toBe(scenario.checked_at);
  expect(reached?.textContent).toMatch(/^On.*0 actions · On$/);
});
