import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import type { Answer } from '../../../testing/fake-server.ts';
import { insideOf } from '../../../testing/inside-of.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { answerWhere, choosePlace } from '../../../testing/where-factory.ts';
import { stubElementSize } from '../../../testing/stub-element-size.ts';
import { EmergencyBanner, EmergencyButton } from './index.ts';
import { HOLD_MS } from './emergency.tsx';

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
const AWAY = {
  devices: 2,
  reachable: 0,
  offline: 2,
  silent: 0,
  unheard: [],
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

it('opens only when the button was held for two seconds, and starts what was chosen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user, requestsTo } = await openPage(<EmergencyButton />, answering(PREPARED));
  const button = await screen.findByRole('button', { name: /Hold for two seconds/ });
  fireEvent.keyDown(button, { key: ' ' });
  await wait(HOLD_MS / 4);
  fireEvent.keyUp(button, { key: ' ' });
  await wait(HOLD_MS);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.pointerDown(insideOf(button));
  await wait(HOLD_MS + 100);
  await screen.findByRole('dialog', { name: 'Emergency' });
  expect(screen.getByText('Russian · ready on 1 of 3 devices')).toBeDefined();
  await user.click(await screen.findByText('It is not ready at 2 places'));
  const missing = screen.getByText('It is not ready at 2 places').closest('details')!;
  expect(
    within(missing)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hall 1111-2222-3333-4444 offline', 'Yard 1111-2222-3333-5555 without its audio']);
  await choosePlace(user, 'Main');
  await user.click(screen.getByRole('switch', { name: /Drill/ }));
  await user.click(screen.getByRole('button', { name: 'Start the drill' }));
  await waitFor(() =>
    expect(requestsTo('/emergency/start')).toMatchObject([
      { body: { message_id: 5, drill: true, targets: { nodes: [1] } } },
    ]),
  );
});

it('is started everywhere with one press, and says before that who is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user, requestsTo } = await openPage(<EmergencyButton />, answering(PREPARED));
  fireEvent.pointerDown(insideOf(await screen.findByRole('button', { name: /Hold for two seconds/ })));
  await wait(HOLD_MS + 100);
  await user.click(await screen.findByRole('button', { name: 'Everywhere' }));
  expect(await screen.findByText('0 of 2 devices would hear it now')).toBeDefined();
  expect(screen.getByText('Offline: School A / Hall, School A / Yard')).toBeDefined();
  expect(requestsTo('/announcements/preview')[0]?.body).toEqual({ message_id: 5, targets: { nodes: [1] } });
  expect(await screen.findByRole('button', { name: 'Remove Main' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Start the emergency' }));
  await waitFor(() =>
    expect(requestsTo('/emergency/start')).toMatchObject([{ body: { drill: false, targets: { nodes: [1] } } }]),
  );
});

it('shows a drill as one', async () => {
  await openPage(<EmergencyBanner />, answering({ ...PREPARED, active: [{ ...RUN, kind: 'drill' }] }));
  expect(await screen.findByText('DRILL: Fire · School B')).toBeDefined();
});

it('is hidden while nothing is prepared', async () => {
  const { requestsTo } = await openPage(<EmergencyButton />, answering(EMPTY));
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
  expect(screen.getByText('Heard by 0 of 0 devices')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'All clear' }));
  await waitFor(() => expect(requestsTo(emergencyHttp.allClear)).toHaveLength(1));
});

it('shows what is going on, and ends it', async () => {
  const { user, requestsTo } = await openPage(<EmergencyBanner />, answering({ ...PREPARED, active: [RUN] }));
  expect(await screen.findByText('Emergency: Fire · School B')).toBeDefined();
  expect(screen.getByText('Heard by 2 of 3 devices · Offline: School B / Entrance')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'All clear' }));
  await waitFor(() => expect(requestsTo(`/emergency/${RUN_ID}/all-clear`)).toHaveLength(1));
});
