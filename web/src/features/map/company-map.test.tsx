import { mapHttp, type CompaniesMap, type MapNode } from '@belfry/schemas/http/map/map';
import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { CompanyMap } from './company-map.tsx';

beforeEach(() => stubElementSize(600));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const aPlace = (company_id: number, name: string, override: Partial<MapNode> = {}): MapNode => ({
  company_id,
  main_company_id: 1,
  above: null,
  name,
  type: 'Company',
  coordinates: { latitude: 56.95, longitude: 24.11 },
  devices: { total: 0, online: 0, offline: 0, maintenance: 0, alarms: 0 },
  has_plan: false,
  ...override,
});
const RIGA = aPlace(2, 'Riga', { devices: { total: 2, online: 1, offline: 1, maintenance: 0, alarms: 1 } });
const SYDNEY = aPlace(3, 'Sydney', { coordinates: { latitude: -33.9, longitude: 151.2 } });

type Options = { address?: string; language?: string };

async function openMap(nodes: MapNode[], { address = '/', language = 'en' }: Options = {}) {
  const answer: CompaniesMap = { nodes, more: false };
  const queries: unknown[] = [];
  // Happy-dom has no canvas to draw outlines on.
  const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Tiles' };
  const onShow = vi.fn();
  const onPlan = vi.fn();
  const map = on(mapHttp.map, ({ query }) => {
    queries.push(query);
    return answer;
  });
  const realtime = on(realtimeHttp.socket, () => ({ url: 'ws://127.0.0.1', retains: true, tiles }));
  const page = await openPage(
    <CompanyMap
      companyId={1}
      name="Chain"
      devicesOf={(id) =>
        id === 2 ? [{ company_id: 9, serial: '1000-0000-0000-0001', name: 'Door', status: 'offline' }] : []
      }
      isHere={() => true}
      onShow={onShow}
      onPlan={onPlan}
    />,
    (call) => map(call) ?? realtime(call),
    { language },
    { address },
  );
  await screen.findByRole('region', { name: /Map of|Карта/ });
  return { ...page, queries, onShow, onPlan };
}

const numberOn = (marker: HTMLElement) => marker.querySelector('[aria-hidden="true"]')?.textContent?.trim();

it('shows a marker for each place, with its worst state as a text, and the same as a list', async () => {
  const { queries } = await openMap([SYDNEY, RIGA]);
  expect(queries).toEqual([{ company_id: 1 }]);
  expect(numberOn(screen.getByRole('button', { name: /^Riga, 2 devices, 1 with an alarm/ }))).toBe('2');
  expect(numberOn(screen.getByRole('button', { name: /^Sydney, 0 devices, no devices/ }))).toBe('0');
  const list = screen.getByRole('list', { name: '2 places' });
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Riga1 with an alarm', 'Sydneyno devices']);
  expect(screen.getByText('© Tiles')).toBeDefined();
});

it('opens the card of a place, which leads to its devices, alarms, plan and row', async () => {
  const { user, onShow, onPlan } = await openMap([SYDNEY, RIGA]);
  await user.click(screen.getByRole('button', { name: /^Riga, 2 devices/ }));
  const card = screen.getByRole('region', { name: 'Riga' });
  expect(document.activeElement?.textContent).toBe('Riga');
  expect(within(card).getByText('1 with an alarm')).toBeDefined();
  expect(within(card).getByRole('list', { name: 'Devices of Riga' }).textContent).toContain('Door');
  expect(
    within(card)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Alarms', '/activity?view=alarms&node=2'],
    ['Rules here', '/activity?view=rules&node=2'],
    ['Report', '/activity?view=reports&node=2'],
  ]);
  await user.click(within(card).getByRole('button', { name: 'Floor plan' }));
  expect(onPlan).toHaveBeenCalledWith(2);
  await user.click(within(card).getByRole('button', { name: 'Show in the tree' }));
  expect(onShow).toHaveBeenCalledWith(2);
  await user.click(within(card).getByRole('button', { name: 'Close Riga' }));
  expect(screen.queryByRole('region', { name: 'Riga' })).toBeNull();
});

it('places at the same point are one marker, which lists them', async () => {
  const devices = { total: 3, online: 3, offline: 0, maintenance: 0, alarms: 0 };
  const { user } = await openMap([RIGA, aPlace(4, 'Annex', { devices })]);
  const marker = screen.getByRole('button', { name: '2 places, 5 devices, 1 with an alarm' });
  expect(numberOn(marker)).toBe('2');
  await user.click(marker);
  for (const name of ['Riga', 'Annex']) expect(screen.getByRole('region', { name })).toBeDefined();
});

it('shows all places of the person on demand', async () => {
  const { user, queries } = await openMap([RIGA]);
  await user.click(screen.getByRole('switch', { name: 'All organisations' }));
  await screen.findByRole('region', { name: 'Map of all places' });
  expect(queries.at(-1)).toEqual({});
});

it('says so where no place has coordinates', async () => {
  await openMap([]);
  expect(screen.getByText(/^No place is on the map yet/)).toBeDefined();
});

it('fills the screen as a wall, without the buttons of a map, until Escape', async () => {
  const request = vi.fn(() => Promise.resolve({ release: () => Promise.resolve() }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { wakeLock: { request } }));
  const { user } = await openMap([RIGA], { address: '/?wall=map&at=56.95,24.11,9' });
  const wall = screen.getByRole('dialog', { name: 'Map of Chain' });
  expect(request).toHaveBeenCalledWith('screen');
  expect(within(wall).getByRole('list', { name: 'States of all devices' }).textContent).toContain('1 with an alarm');
  expect(within(wall).queryByRole('button', { name: 'Zoom in' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the wall shows a way out after each movement, which leaves it by keyboard as well', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await openMap([RIGA], { address: '/?wall=map', language: 'ru' });
    const wall = screen.getByRole('dialog', { name: 'Карта: Chain' });
    const isIdle = () => wall.dataset['idle'] !== undefined;
    expect(isIdle()).toBe(false);
    act(() => void vi.advanceTimersByTime(4_000));
    expect(isIdle()).toBe(true);
    fireEvent.pointerMove(wall);
    expect(isIdle()).toBe(false);
    act(() => void vi.advanceTimersByTime(4_000));
    fireEvent.pointerDown(wall, { pointerType: 'touch' });
    expect(isIdle()).toBe(false);
    const leave = within(wall).getByRole('button', { name: 'Закрыть табло' });
    leave.focus();
    fireEvent.click(leave);
    expect(screen.queryByRole('dialog')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('the wall ends with the full screen of the browser', async () => {
  await openMap([RIGA], { address: '/?wall=map' });
  fireEvent(document, new Event('fullscreenchange'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
