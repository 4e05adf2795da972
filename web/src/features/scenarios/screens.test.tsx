import { screensHttp, type Screen, type ShownScreen } from '@belfry/schemas/http/scenarios/screens';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aPlace, choosePlace } from '../../testing/a-place.ts';
import { type Answer, firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { ScreenPage } from './screen-page.tsx';
import { ScreensPanel } from './screens-panel.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const SCREEN: Screen = {
  id: 3,
  name: 'Hall',
  company_id: 12,
  company_name: 'Shop 12',
  is_on: false,
  last_seen_at: null,
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  revision: 1,
};
const SHOWN: ShownScreen = {
  name: 'Hall',
  place: 'Shop 12',
  time_zone: 'UTC',
  language: 'en-GB',
  now: '2026-11-20T10:00:00.000Z',
  emergency: null,
  texts: [{ id: 7, text: 'Storm', colour: 'orange' }],
  next: [{ at: '2026-11-20T10:45:00.000Z', title: 'Break' }],
};

const openScreen = (answer: Answer, token = 'abc') =>
  openPage(<ScreenPage />, answer, {}, { address: `/screen#${token}` });

it('shows the place, the texts and the next bells, and says which texts are on it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { requestsTo } = await openScreen(on(screensHttp.show, () => SHOWN));
  expect(await screen.findByRole('heading', { name: 'Shop 12' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Texts' })).getByText('Storm')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Next' })).getByRole('listitem').textContent).toContain('Break');
  await vi.advanceTimersByTimeAsync(4_100);
  await waitFor(() => expect(requestsTo(screensHttp.show).length).toBeGreaterThan(1));
  const [first, second] = requestsTo(screensHttp.show).map(({ body }) => body);
  expect([first, second]).toEqual([
    { token: 'abc', shown: [] },
    { token: 'abc', shown: [7] },
  ]);
});

it('has an emergency over everything', async () => {
  const emergency = { title: 'Fire', text: 'Leave the building', drill: false };
  await openScreen(on(screensHttp.show, () => ({ ...SHOWN, emergency })));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('EmergencyLeave the building');
});

it('says that it may be out of date without the server, and goes on when it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isAway = false;
  await openScreen(on(screensHttp.show, () => (isAway ? new Response('', { status: 502 }) : SHOWN)));
  await screen.findByText('Storm');
  expect(screen.queryByText(/may be out of date/)).toBeNull();
  isAway = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await screen.findByText(/may be out of date/)).toBeTruthy();
  expect(screen.getByText('Storm')).toBeTruthy();
  isAway = false;
  await vi.advanceTimersByTimeAsync(6_000);
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull());
});

it('says that it was removed, and shows nothing any more', async () => {
  await openScreen(on(screensHttp.show, () => refusal(410, 'This display was removed.', 'link_expired')));
  expect(await screen.findByRole('heading', { name: 'This display was removed' })).toBeTruthy();
});

it('shows the address of a new display once', async () => {
  const url = 'https://belfry.example/screen#secret';
  const { requestsTo, user } = await openPage(
    <ScreensPanel head={(primary) => primary} />,
    firstOf(
      aPlace,
      on(screensHttp.list, () => []),
      on(screensHttp.create, () => Response.json({ ...SCREEN, url }, { status: 201 })),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a display' }));
  const form = await screen.findByRole('dialog', { name: 'Add a display' });
  await user.type(within(form).getByRole('textbox', { name: /^Name/ }), 'Hall');
  await choosePlace(user, form, 'Shop 12');
  await user.click(within(form).getByRole('button', { name: 'Add a display' }));
  expect(await within(form).findByText(url)).toBeTruthy();
  expect(requestsTo(screensHttp.create)[0]?.body).toEqual({ name: 'Hall', company_id: 12 });
  await user.click(within(form).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(url)).toBeNull());
});
