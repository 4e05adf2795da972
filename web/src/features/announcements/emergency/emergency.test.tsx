import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import type { Answer } from '../../../testing/fake-server.ts';
import { insideOf } from '../../../testing/inside-of.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { answerWhere, aPlaceItem, choosePlace } from '../../../testing/where-factory.ts';
import { stubElementSize } from '../../../testing/stub-element-size.ts';
import { Emergencies, EmergencyBanner, EmergencyButton } from './index.ts';
import { HOLD_MS } from './emergency-screen.tsx';

const RUN_ID = '0b7d2c34-5a63-4c51-9f1e-1f4f3a3a9a01';
const RUN = {
  run_id: RUN_ID,
  kind: 'emergency',
  title: 'Fire',
  devices: 3,
  counts: { started: 1, finished: 1, offline: 1 },
  sites: { total: 1, names: ['School B'] },
  away: { total: 1, names: ['School B / Entrance'] },
};
const EMPTY = { messages: [], devices: 3, reachable: 3, active: [] };
const MISSING = {
  total: 2,
  places: [
    { serial: '1111-2222-3333-4444', place: 'Hall', online: false, held: true },
    { serial: '1111-2222-3333-5555', place: 'Yard', online: true, held: false },
  ],
};
const awayAt = (place: string, serial: string) => ({
  serial,
  company_id: 4,
  place,
  path: 'School A',
  language: 'ru-RU',
  voice: 'ru-RU-A',
  fallback: false,
  online: false,
  silent_reason: null,
});
const away = (place: string, serial: string) => ({
  serial,
  place,
  path: 'School A',
  reason: 'offline',
  since: null,
  until: null,
});
const AWAY = {
  devices: 2,
  reachable: 0,
  sent: 0,
  offline: 2,
  silent: 0,
  unheard: [away('Hall', '1111-2222-3333-4444'), away('Yard', '1111-2222-3333-5555')],
  fallbacks: 0,
  text_language: null,
  other_voices: 0,
  languages: [{ language: 'ru-RU', voice: 'ru-RU-A', devices: 2 }],
  places: [awayAt('Hall', '1111-2222-3333-4444'), awayAt('Yard', '1111-2222-3333-5555')],
};
const PREPARED = { ...EMPTY, messages: [{ id: 5, name: 'Fire', languages: ['ru'], ready: 1, devices: 3 }] };

beforeEach(() => stubElementSize(600));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  vi.unstubAllGlobals();
});

const answering =
  (state: object): Answer =>
  ({ path, body }) => {
    if (path === '/where') return answerWhere(body);
    if (path === '/emergency') return Response.json(state);
    if (path === '/emergency/messages/5/missing') return Response.json(MISSING);
    if (path === '/announcements/preview') return Response.json(AWAY);
    if (path.startsWith('/emergency/')) return Response.json({ run_id: RUN_ID, devices: 3, offline: 1 });
    return undefined;
  };
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const Scenarios = ({ drill }: { drill: boolean }) => (
  <button type="button">{drill ? 'Drill of a scenario' : 'A scenario'}</button>
);
const ButtonInShell = () => (
  <Emergencies scenarios={Scenarios}>
    <EmergencyButton />
  </Emergencies>
);

const open = async (state: object = PREPARED) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const page = await openPage(<ButtonInShell />, answering(state));
  await page.user.click(await screen.findByRole('button', { name: 'Emergency' }));
  await page.user.click(await screen.findByRole('button', { name: 'Main' }));
  return page;
};
const tile = (name: string | RegExp) => screen.getByRole('button', { name });

it('starts what was held for two seconds, and nothing that was let go', async () => {
  const { requestsTo } = await open();
  const fire = tile(/^Fire/);
  fireEvent.keyDown(fire, { key: ' ' });
  await wait(HOLD_MS / 4);
  fireEvent.keyUp(fire, { key: ' ' });
  await wait(HOLD_MS);
  expect(requestsTo('/emergency/start')).toEqual([]);
  fireEvent.pointerDown(insideOf(fire));
  await wait(HOLD_MS + 100);
  await waitFor(() =>
    expect(requestsTo('/emergency/start')).toMatchObject([
      { body: { message_id: 5, drill: false, targets: { nodes: [1] } } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says before the start who is away by name, and where the sound is missing', async () => {
  const { requestsTo } = await open();
  expect(await screen.findByText('0 of 2 loudspeakers would hear it now')).toBeDefined();
  expect(screen.getByText('Will not hear it now: School A / Hall (offline), School A / Yard (offline)')).toBeDefined();
  expect(requestsTo('/announcements/preview')[0]?.body).toEqual({ message_id: 5, targets: { nodes: [1] } });
  expect(await screen.findByText('ready on 1 of 3 loudspeakers · without its sound: Yard')).toBeDefined();
});

it('starts a drill at another place', async () => {
  const { user, requestsTo } = await open();
  expect(tile('A scenario')).toBeDefined();
  await user.click(screen.getByRole('switch', { name: /Drill/ }));
  expect(tile('Drill of a scenario')).toBeDefined();
  await user.click(tile('Other places'));
  await choosePlace(user, 'North');
  fireEvent.pointerDown(insideOf(tile(/^Fire.*: drill/)));
  await wait(HOLD_MS + 100);
  await waitFor(() =>
    expect(requestsTo('/emergency/start')).toMatchObject([{ body: { drill: true, targets: { nodes: [2] } } }]),
  );
});

it('offers each of several buildings and all of them, and starts nothing before one is chosen', async () => {
  const buildings = [aPlaceItem(1, 'School A'), aPlaceItem(4, 'School B')];
  const { user } = await openPage(<ButtonInShell />, (request) =>
    request.path === '/where' ? answerWhere(request.body, buildings) : answering(PREPARED)(request),
  );
  await user.click(await screen.findByRole('button', { name: 'Emergency' }));
  await screen.findByRole('button', { name: 'Everywhere' });
  expect(tile(/^Fire/)).toHaveProperty('disabled', true);
  await user.click(tile('School B'));
  expect(tile(/^Fire/)).toHaveProperty('disabled', false);
});

it('ends what is going on', async () => {
  const { user, requestsTo } = await open({ ...PREPARED, active: [RUN] });
  await user.click(screen.getByRole('button', { name: /^All clear/ }));
  await waitFor(() => expect(requestsTo(`/emergency/${RUN_ID}/all-clear`)).toHaveLength(1));
});

it('shows a drill as one', async () => {
  await openPage(<EmergencyBanner />, answering({ ...PREPARED, active: [{ ...RUN, kind: 'drill' }] }));
  expect(await screen.findByText('DRILL: Fire · School B')).toBeDefined();
});

it('is hidden while nothing is prepared', async () => {
  const { requestsTo } = await openPage(<ButtonInShell />, answering(EMPTY));
  await waitFor(() => expect(requestsTo('/emergency')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows and ends what cannot be read completely', async () => {
  const active = [
    { kind: 'drill', title: 'Without an id' },
    { run_id: RUN_ID, title: 'Fire', kind: 'unknown', counts: 2 },
  ];
  const { user, requestsTo } = await openPage(<EmergencyBanner />, answering({ active }));
  expect(await screen.findByText('Emergency: Fire')).toBeDefined();
  expect(screen.getByText('Heard by 0 of 0 loudspeakers')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'All clear' }));
  await waitFor(() => expect(requestsTo(emergencyHttp.allClear)).toHaveLength(1));
});

it('shows what is going on, and ends it', async () => {
  const { user, requestsTo } = await openPage(<EmergencyBanner />, answering({ ...PREPARED, active: [RUN] }));
  expect(await screen.findByText('Emergency: Fire · School B')).toBeDefined();
  expect(screen.getByText('Heard by 2 of 3 loudspeakers · Offline: School B / Entrance')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'All clear' }));
  await waitFor(() => expect(requestsTo(`/emergency/${RUN_ID}/all-clear`)).toHaveLength(1));
});
