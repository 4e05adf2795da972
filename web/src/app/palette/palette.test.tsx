import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../lib/i18n.ts';
import { useOfferActions } from '../../lib/page-actions.ts';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aDevice } from '../../testing/device-factory.ts';
import { aMessage } from '../../testing/library-factory.ts';
import { aSchedule } from '../../testing/schedule-factory.ts';
import { aGroupItem, answerWhere, aPlaceItem, aSpeakerItem } from '../../testing/where-factory.ts';
import { PaletteButton, usePalette } from './palette-button.tsx';
// Loaded beforehand, because the first import takes longer than a test waits.
import './palette.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const CHAIN = aPlaceItem(1, 'Brightwater');
const HARBOUR = aPlaceItem(4, 'Harbour Market', [CHAIN], { loudspeakers: 3 });
const ENTRANCE = aSpeakerItem('1111-2222-3333-4444', 'Entrance', { company_id: 9, above: [CHAIN, HARBOUR] });

/** Of Harbour Market. */
const SETTINGS = {
  time_zone: 'Asia/Kolkata',
  language: 'en-GB',
  voice: 'en-GB-Standard-A',
  clock_required: false,
  volume_max: 100,
  quiet_hours: [],
  trim_db: 0,
  sound_test: { enabled: false, from: '02:00', to: '04:00', level: 60 },
  lead_in: NO_LEAD_IN,
};

const server: Answer = ({ path, body, params }) => {
  if (path === '/where') return answerWhere(body, [ENTRANCE, CHAIN, HARBOUR, aGroupItem(3, 'Harbours')]);
  if (path === '/messages')
    return Response.json(params['q'] === 'closing' ? [aMessage(6, { name: 'Closing soon' })] : []);
  if (path === '/schedules') return Response.json([aSchedule(2, { name: 'Harbour bell' }), aSchedule(3)]);
  if (path === '/admin/users') return refusal(503, 'The database is away');
  return undefined;
};

function Header() {
  const { open: onOpen, dialog } = usePalette();
  return (
    <>
      <PaletteButton onOpen={onOpen} />
      {dialog}
    </>
  );
}

async function open(role: 'user' | 'admin', answer: Answer = server, content: ReactNode = null) {
  const element = (
    <>
      <Header />
      {content}
    </>
  );
  const page = await openPage(element, answer, {}, { role, toasts: true });
  const type = async (text: string) => {
    await page.user.keyboard('{Control>}k{/Control}');
    await page.user.type(await screen.findByRole('combobox'), text);
  };
  return { ...page, type, location: () => page.router.state.location.pathname + page.router.state.location.search };
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('finds places with their path and plans, and names the section that failed', async () => {
  const { type, user, requestsTo, location } = await open('admin');
  await type('Har');
  expect((await screen.findByRole('alert')).textContent).toBe('People could not be searched: The database is away');
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(options()).toEqual(['Harbour MarketBrightwater · 3 loudspeakers', 'Harbour bell']);
  expect(requestsTo('/where').map(({ body }) => body)).toEqual([{ right: 'read', text: 'Har' }]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location()).toBe('/places/4'));
});

it('finds a loudspeaker, and opens it', async () => {
  const { type, user, location, requestsTo } = await open('user');
  await type('Entr');
  await user.click(await screen.findByRole('option', { name: /Harbour Market \/ Entrance/ }));
  expect(location()).toBe('/places?view=loudspeakers&speaker=1111-2222-3333-4444');
  expect(requestsTo('/admin/users')).toEqual([]);
});

it('finds a device without a place by its serial, for an administrator', async () => {
  const { type, requestsTo } = await open('admin', (request) =>
    request.path === '/devices/all' ? Response.json([aDevice({ name: null, note: 'Spare' })]) : server(request),
  );
  await type('1111-2222');
  expect((await screen.findByRole('option')).textContent).toMatch(/^[\d-]{19}Spare$/);
  expect(requestsTo('/where')).toEqual([]);
});

it('answers a task', async () => {
  const { type, user, location } = await open('user');
  await type('ring a bell at 8:00');
  await user.click(await screen.findByRole('option', { name: /^Ring a bell at 8:00/ }));
  expect(location()).toBe('/help?task=bell');
});

it('offers to add a loudspeaker by its words', async () => {
  const { type, location, user } = await open('user');
  await type('add loudspeaker');
  await user.click(await screen.findByRole('option', { name: 'Add a loudspeaker' }));
  expect(location()).toBe('/add');
});

it('opens Say with the text and the place that a sentence names', async () => {
  const { type, user, location } = await open('user');
  await type('say closing to Harbour');
  await user.click(await screen.findByRole('option', { name: /Say “Closing soon” at Harbour Market/ }));
  expect(location()).toBe('/say?place=4&message=6');
});

it('says what is no prepared text as it is', async () => {
  const { type, user, location } = await open('user');
  await type('say Dinner is ready to Harbour');
  await user.click(await screen.findByRole('option', { name: /Say “Dinner is ready” at Harbour Market/ }));
  expect(location()).toBe('/say?place=4&text=Dinner%20is%20ready');
});

it('silences a place at once by its own clock, which can be undone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 13, 14, 5) });
  const settings = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, value]) => [name, { value, source_company_id: null }]),
  );
  const { type, user, requestsTo } = await open('user', (request) => {
    if (request.path === '/company/effective/4') return Response.json(settings);
    if (request.path === '/schedules' && request.method === 'POST') return Response.json(aSchedule(7), { status: 201 });
    if (request.path === '/schedules/7') return new Response(null, { status: 204 });
    return server(request);
  });
  await type('silence Harbour 2 h');
  await user.click(await screen.findByRole('option', { name: /Silence Harbour Market for 120 minutes/ }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(requestsTo(schedulesHttp.create).map(({ body }) => body)).toMatchObject([
    { action: { type: 'silence' }, starts_at: '2026-11-20T18:44', duration_minutes: 120, targets: { nodes: [4] } },
  ]);
  await user.click(undo);
  await waitFor(() => expect(requestsTo(schedulesHttp.remove)).toHaveLength(1));
});

it('shows at most five results of each kind, and that nothing was found', async () => {
  const many = Array.from({ length: 9 }, (_, index) => aPlaceItem(index + 1, `Shop ${index}`));
  const { type, user } = await open('user', ({ path, body }) =>
    path === '/where' ? answerWhere(body, many) : Response.json([]),
  );
  await type('Shop');
  await waitFor(() => expect(options()).toEqual(many.slice(0, 5).map(({ name }) => `${name}1 loudspeaker`)));
  await user.type(screen.getByRole('combobox'), 'xyz');
  expect(await screen.findByText('Nothing found. Try another spelling.')).toBeDefined();
});

it('is in Russian on a Russian page, and returns the focus after Escape', async () => {
  const { user } = await open('user');
  await chooseLanguage('ru');
  const button = await screen.findByRole('button', { name: /^Быстрый поиск/ });
  button.focus();
  await user.keyboard('{Meta>}k{/Meta}');
  await waitFor(() => expect(options()).toContain('КалендарьG C'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('offers the actions of the open page, and runs the chosen one', async () => {
  const run = vi.fn();
  const offered = [{ id: 'mode', label: 'Change the mode of the selected devices', run }];
  function Offer() {
    useOfferActions(offered);
    return null;
  }
  const { type, user, location } = await open('admin', undefined, <Offer />);
  const before = location();
  await type('mode of');
  await user.click(await screen.findByRole('option', { name: 'Change the mode of the selected devices' }));
  expect(run).toHaveBeenCalledOnce();
  expect(location()).toBe(before);
});
