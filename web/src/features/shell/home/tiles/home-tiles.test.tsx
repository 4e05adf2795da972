import type { Role } from '@belfry/schemas/domain/roles';
import { alarmsHttp, type AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import { proofOfPlayHttp, type ProofRow } from '@belfry/schemas/http/announcements/proof-of-play';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { playingHttp } from '@belfry/schemas/http/devices/playing';
import { nextRingsHttp, type NextRing } from '@belfry/schemas/http/schedules/next-rings';
import { type Access, accessHttp } from '@belfry/schemas/http/teams/access';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../../../lib/i18n.ts';
import { anAlarm } from '../../../../testing/alarm-factory.ts';
import { aDevice } from '../../../../testing/device-factory.ts';
import { type Answer, firstOf, on, refusal } from '../../../../testing/fake-server.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { setPageWidth } from '../../../../testing/page-width.ts';
import { HomeTiles } from './home-tiles.tsx';

setPageWidth(350);
beforeEach(() => {
  // Noon, since shortly after midnight nothing of the day is known yet.
  vi.setSystemTime('2026-11-27T12:00:00Z');
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await chooseLanguage('en');
});

const CALM: AlarmSummary = {
  open: 0,
  acknowledged: 0,
  snoozed: 0,
  by_severity: { low: 0, medium: 0, high: 0, critical: 0 },
  watching: true,
  checking_since: null,
  held_back: null,
};
const ring = (title: string, minutes: number, override: Partial<NextRing> = {}): NextRing => ({
  run_id: crypto.randomUUID(),
  source: 'bells',
  title,
  at: new Date(Date.now() + minutes * 60_000).toISOString(),
  time_zone: null,
  place: null,
  ...override,
});
const MISSED: ProofRow = {
  run_id: crypto.randomUUID(),
  kind: 'schedule',
  title: 'Lunch',
  schedule_id: 1,
  at: '2026-11-27T08:00:00.000Z',
  time_zone: null,
  serial: '1234-5678-9012-3456',
  place: 'Gym',
  state: 'offline',
  started_at: null,
  finished_at: null,
  reported_at: null,
  clock_skew_ms: null,
  reason: null,
  reason_code: null,
  reason_params: {},
};
const isLately = ({ to }: { to: string }): boolean => Date.parse(to) > Date.now();
const quiet: Answer = firstOf(
  on(alarmsHttp.summary, () => CALM),
  on(alarmsHttp.list, () => Response.json([], { headers: { 'X-Total-Count': '0' } })),
  on(devicesHttp.listOwn, () => []),
  on(playingHttp.playing, () => ({ total: 0, devices: [] })),
  on(nextRingsHttp.list, () => []),
  on(proofOfPlayHttp.days, () => [{ day: '2026-11-27', expected: 3, heard: 3, not_heard: 0, silent: 0 }]),
  on(proofOfPlayHttp.places, () => [MISSED]),
  on(accessHttp.ownAccess, () => []),
);
const open = (answer: Answer = () => undefined, role: Role = 'user') =>
  openPage(<HomeTiles role={role} />, firstOf(answer, quiet), {}, { role });
const tile = (name: string) => within(screen.getByRole('region', { name }));

describe('the answers of a quiet day', () => {
  it('say so before anything was announced, and in Russian', async () => {
    await open(on(proofOfPlayHttp.days, () => []));
    await chooseLanguage('ru');
    expect(await screen.findByText('Сегодня ещё ничего не объявляли')).toBeDefined();
    expect(screen.getByText('Всё в порядке')).toBeDefined();
  });
});

describe('the answers when something happens', () => {
  it('do not say that all is well where nobody has looked', async () => {
    await open(on(alarmsHttp.summary, () => ({ ...CALM, watching: false })));
    expect(await screen.findByText('Nobody is watching at the moment')).toBeDefined();
    expect(screen.queryByText('Everything is all right')).toBeNull();
  });

  it('do not say that all is well before devices are judged, as after a start', async () => {
    const checking_since = new Date(Date.now() - 12_000).toISOString();
    await open(on(alarmsHttp.summary, () => ({ ...CALM, checking_since })));
    expect(await screen.findByText(/^Checking… since 1\d s$/)).toBeDefined();
    expect(screen.queryByText('Everything is all right')).toBeNull();
    await chooseLanguage('ru');
    expect(await screen.findByText(/^Проверяем… уже 1\d с$/)).toBeDefined();
  });

  it('count new alarms, with those that are urgent and those that somebody takes care of', async () => {
    const by_severity = { low: 0, medium: 2, high: 0, critical: 1 };
    await open(on(alarmsHttp.summary, () => ({ ...CALM, open: 3, acknowledged: 1, snoozed: 1, by_severity })));
    expect(await screen.findByText('3 new alarms')).toBeDefined();
    expect(screen.getByText('1 of them is urgent')).toBeDefined();
    expect(screen.getByText('2 alarms are taken care of')).toBeDefined();
  });

  it('name what plays on one’s own devices, and what it is where it has no name', async () => {
    const state = { volume: 50, position: 0, duration: 0, percentage: 0, playlist_length: 1 };
    const at = '2026-11-20T11:00:00.000Z';
    await open(
      on(devicesHttp.listOwn, () => [
        aDevice({ name: 'Gym', players: { music: { ...state, at, state: 'playing', current_track: 'Waltz' } } }),
        aDevice({
          device_id: 8,
          serial: '1234-5678-9012-0001',
          name: 'Hall',
          players: { radio: { ...state, at, state: 'playing', current_track: null } },
        }),
      ]),
    );
    expect(await screen.findByText('2 devices play')).toBeDefined();
    expect(screen.getByText('Gym · Waltz')).toBeDefined();
    expect(screen.getByText('Hall · Radio')).toBeDefined();
  });

  it('are about the fleet for administrators', async () => {
    const devices = [{ serial: '1234-5678-9012-3456', name: null, channel: 'voice' as const, track: 'Lunch' }];
    const { requestsTo } = await open(
      on(playingHttp.playing, () => ({ total: 1_200, devices })),
      'admin',
    );
    expect(await screen.findByText('1,200 devices play')).toBeDefined();
    expect(screen.getByText('1234-5678-9012-3456 · Lunch')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Devices that are online' }).getAttribute('href')).toBe(
      '/devices?status=online',
    );
    expect(requestsTo(devicesHttp.listOwn)).toEqual([]);
  });

  it('have the next ring with its place, and the one after that; what is over is left out', async () => {
    const rings = [ring('Over', -1), ring('First lesson', 5, { place: 'Gym' }), ring('Second lesson', 60)];
    await open(on(nextRingsHttp.list, () => rings));
    expect(await screen.findByText(/· First lesson$/)).toBeDefined();
    expect(screen.getByText('Gym')).toBeDefined();
    expect(screen.getByText(/^Then .* · Second lesson$/)).toBeDefined();
    expect(screen.queryByText(/Over/)).toBeNull();
  });

  it('name the zone of a place that has another clock', async () => {
    await open(on(nextRingsHttp.list, () => [ring('First lesson', 5, { time_zone: 'Asia/Kathmandu' })]));
    expect(await screen.findByText(/\(Asia\/(Kathmandu|Katmandu)\) · First lesson$/)).toBeDefined();
    expect(screen.getByText('At several places')).toBeDefined();
  });

  it('do not say that all is well while devices are offline, before that is an alarm', async () => {
    const away = ['Gym', 'Hall', 'Yard'].map((name, index) =>
      aDevice({ device_id: index, serial: `1234-5678-9012-000${index}`, name, status: 'offline' }),
    );
    await open(on(devicesHttp.listOwn, () => away));
    expect(await screen.findByText('3 of 3 devices are offline')).toBeDefined();
    expect(screen.getByText('Gym, Hall, Yard')).toBeDefined();
    expect(screen.getByText('No alarm yet')).toBeDefined();
    expect(screen.queryByText('Everything is all right')).toBeNull();
  });

  it('say what is wrong and where', async () => {
    const by_severity = { low: 0, medium: 0, high: 0, critical: 1 };
    await open(
      firstOf(
        on(alarmsHttp.summary, () => ({ ...CALM, open: 1, by_severity })),
        on(alarmsHttp.list, () =>
          Response.json([anAlarm({ place: 'School B' })], { headers: { 'X-Total-Count': '1' } }),
        ),
        on(devicesHttp.listOwn, () => [aDevice({ status: 'offline' })]),
      ),
    );
    expect(await screen.findByText('Place offline · School B')).toBeDefined();
    expect(screen.getByText('1 of 1 device is offline')).toBeDefined();
  });

  it('count what was certainly not heard a moment ago', async () => {
    await open(
      on(proofOfPlayHttp.days, ({ query }) =>
        isLately(query)
          ? [{ day: '2026-11-27', expected: 6, heard: 0, not_heard: 6, silent: 0 }]
          : [{ day: '2026-11-27', expected: 3, heard: 3, not_heard: 0, silent: 0 }],
      ),
    );
    expect(await screen.findByText('6 announcements were not heard')).toBeDefined();
    expect(screen.queryByText('Everybody was reached')).toBeNull();
  });

  it('count what was not heard, with the latest places', async () => {
    const { requestsTo } = await open(
      on(proofOfPlayHttp.days, ({ query }) =>
        isLately(query) ? [] : [{ day: '2026-11-27', expected: 9, heard: 7, not_heard: 1, silent: 1 }],
      ),
    );
    expect(await screen.findByText('2 announcements were not heard')).toBeDefined();
    expect(await screen.findByText('Gym · Lunch')).toBeDefined();
    const { from, to, ...asked } = requestsTo(proofOfPlayHttp.places)[0]?.params ?? {};
    expect(asked).toEqual({ heard: 'false', page: '1', page_size: '2' });
    expect(Date.parse(to ?? '')).toBeLessThanOrEqual(Date.now() - 120_000);
    expect(Date.parse(from ?? '')).toBeLessThan(Date.parse(to ?? ''));
  });
});

it('wait with placeholders, and not with an answer', async () => {
  await open(() => new Promise(() => undefined));
  expect(screen.getAllByRole('region').filter((each) => each.querySelector('[aria-busy]'))).toHaveLength(5);
  expect(screen.queryByText('Everything is all right')).toBeNull();
});

it('one that cannot be loaded is named with Retry, and the others stay', async () => {
  let broken = true;
  const { user } = await open((call) => (broken && call.path === '/alarms/summary' ? refusal(500) : undefined));
  const alarms = tile('Is everything all right?');
  expect(await alarms.findByText('The alarms could not be loaded')).toBeDefined();
  expect(await screen.findByText('Everybody was reached')).toBeDefined();
  broken = false;
  await user.click(alarms.getByRole('button', { name: 'Retry' }));
  expect(await alarms.findByText('Everything is all right')).toBeDefined();
});

it('are those that the role reads', async () => {
  const access: Access = {
    member_id: 1,
    organisation_id: 2,
    organisation_name: 'Chain',
    company_id: 4,
    company_name: 'Shop 12',
    role: 'technician',
    may_emergency: false,
    expires_at: null,
  };
  await open(on(accessHttp.ownAccess, () => [access]));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What rings next?' })).toBeNull());
  expect(screen.queryByRole('region', { name: 'Who was not reached today?' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Is everything all right?' })).toBeDefined();
  expect(screen.getByRole('region', { name: 'What plays now?' })).toBeDefined();
});
