import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../../lib/i18n.ts';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { makeProfile } from '../../../testing/profile-factory.ts';
import { LocalTimeCard } from './local-time-card.tsx';
import { SessionCard } from './session-card.tsx';
import { HomePage } from './home-page.tsx';

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await chooseLanguage('en');
});

const INDIA = {
  ip: '203.0.113.7',
  country: 'India',
  countryCode: 'IN',
  phoneCode: '+91',
  city: null,
  region: null,
  language: 'xx',
  timezone: 'Asia/Kolkata',
  timezoneUTC: 'UTC+05:30',
  timezoneOffset: 19_800,
};
const PROFILE = makeProfile({ utc_offset: 180, time_zone: 'Europe/Moscow' });
const ZONES = [
  { value: 180, offset: 180, label: 'Moscow (GMT+3)', time_zone: 'Europe/Moscow', country_code: 'RU' },
  { value: 60, offset: 60, label: 'Berlin (GMT+1)', time_zone: 'Europe/Berlin', country_code: 'DE' },
];
const detail = (name: string): string | null | undefined => screen.getByText(name).nextElementSibling?.textContent;

it('shows the parts that need no profile while the profile cannot be loaded, and loads it again', async () => {
  let broken = true;
  const answer: Answer = ({ path }) =>
    path === '/users/info' ? (broken ? refusal(500) : Response.json(PROFILE)) : undefined;
  const { user } = await openPage(
    <HomePage
      AskedSection={() => null}
      PlacesSection={() => <p>the devices</p>}
      AccountSection={() => <p>the account</p>}
    />,
    answer,
  );
  const alert = (await screen.findByText('Error getting user information')).closest<HTMLElement>('[role=alert]')!;
  expect(screen.getByText('the devices')).toBeDefined();
  expect(screen.queryByText('the account')).toBeNull();
  broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Hello, Ada Bell' })).toBeDefined();
  expect(screen.getByText('the account')).toBeDefined();
});

it('shows where the session is, "No information" for what is unknown, and an error with Retry', async () => {
  let broken = true;
  const { user, requestsTo } = await openPage(<SessionCard />, ({ path }) =>
    path === '/auth/user/ip' ? (broken ? refusal(500) : Response.json(INDIA)) : undefined,
  );
  expect(await screen.findByText('Error getting client information')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('203.0.113.7')).toBeDefined();
  expect(['Country', 'Country phone code', 'Language', 'Time zone', 'UTC', 'Bias'].map(detail)).toEqual([
    'India',
    '+91',
    'No information',
    'Asia/Kolkata',
    'UTC+05:30',
    '+5.5 h',
  ]);
  expect(requestsTo('/auth/user/ip').map(({ params }) => params['lang'])).toEqual(['en', 'en']);
});

async function openTimeZones(answer: Answer) {
  const banner = vi.fn();
  const page = await openPage(<LocalTimeCard profile={PROFILE} banner={banner} />, answer);
  await page.user.click(screen.getByRole('button', { name: 'Change' }));
  return { ...page, banner, zone: screen.getByRole('combobox', { name: 'Time zone' }) };
}

it('saves another time zone by its offset, then by its name where the offset has several', async () => {
  const { user, banner, zone, requestsTo } = await openTimeZones(({ path, body }) => {
    if (path === '/admin/countries/UTCzones') return Response.json(ZONES);
    if (path !== '/users/update') return undefined;
    return Response.json({ user: { ...PROFILE, utc_offset: 60, time_zone: 'Africa/Algiers', ...(body as object) } });
  });
  await user.type(zone, 'berlin');
  await user.click(await screen.findByRole('option', { name: /Berlin/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(banner).toHaveBeenCalledExactlyOnceWith({ tone: 'success', title: expect.anything() }, 3_000),
  );
  expect(requestsTo('/users/update').map(({ body }) => body)).toEqual([
    { utc_offset: 60 },
    { time_zone: 'Europe/Berlin' },
  ]);
  expect(screen.getByRole('button', { name: 'Change' })).toBeDefined();
});

it('stays open with an error where the name of the time zone is not saved', async () => {
  const { user, banner, zone } = await openTimeZones(({ path, body }) => {
    if (path === '/admin/countries/UTCzones') return Response.json(ZONES);
    if (path !== '/users/update') return undefined;
    if ('time_zone' in (body as object)) return refusal(500);
    return Response.json({ user: { ...PROFILE, utc_offset: 60, time_zone: 'Africa/Algiers' } });
  });
  await user.type(zone, 'berlin');
  await user.click(await screen.findByRole('option', { name: /Berlin/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(banner).toHaveBeenCalledOnce());
  expect(banner.mock.calls[0]?.[0]).toMatchObject({ tone: 'error', title: 'Ошибка при сохранении временной зоны' });
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
});

it('offers Kiev where the list of time zones cannot be loaded; Cancel restores the present one', async () => {
  const { user, zone, requestsTo } = await openTimeZones(() => refusal(500));
  await user.click(zone);
  await vi.waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Moscow (GMT+3)',
      'Kiev (GMT+2)',
    ]),
  );
  await user.click(screen.getByRole('option', { name: 'Kiev (GMT+2)' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Moscow (GMT+3)')).toBeDefined();
  expect(requestsTo('/users/update')).toEqual([]);
});
