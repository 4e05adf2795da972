import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import type { PlacePage as Place } from '@belfry/schemas/http/places/places';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../features/companies/element-form/index.ts';
import { applyToPlace } from '../../../features/places/places-api.ts';
import type { LiveMessage } from '../../../lib/mqtt/message.ts';
import { firstOf, on, stubServer } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { aPlacePage, aSpeaker } from '../../../testing/place-factory.ts';
import { aCompanyInfo, aNode } from '../../../testing/tree-factory.ts';
import { writeSession } from '../../../lib/session/session-store.ts';
import { PlacePage } from './place-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const INFO = aCompanyInfo(aNode(3, { name: 'Harbour Market', type: 'Company', city: 'Bremen' }));
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  time_zone: { value: 'Europe/Berlin', source_company_id: 1 },
  volume_max: { value: 80, source_company_id: 3 },
};

async function open(changes: Partial<Place> = {}, address = '/places/3', stored: Record<string, unknown> = {}) {
  const answer = firstOf(
    on(placesHttp.read, ({ params }) =>
      params.company_id === 3
        ? aPlacePage(changes)
        : Response.json({ error: 'gone', code: 'not_found' }, { status: 404 }),
    ),
    on(companiesHttp.info, () => INFO),
    on(companiesHttp.effectiveSettings, () => SETTINGS),
    on(companyChangesHttp.edit, () => INFO),
    on(bellsHttp.silence, () => ({ painted: 0 })),
  );
  stubServer(answer);
  writeSession({ user_id: 1, role: 'user' }, 'key');
  return openPublicScreens({ '/places/:id': <PlacePage /> }, address, answer, stored);
}

describe('the head of a place', () => {
  it('says who is away and since when, by the clock of the place', async () => {
    const away = aSpeaker(1, { name: 'Bakery', status: 'offline' });
    await open({
      online: 1,
      offline_since: '2026-01-05T08:12:00.000Z',
      speakers: [away, aSpeaker(2)],
      time_zone: 'Asia/Tokyo',
    });
    expect(await screen.findByText(/^1 of 2 loudspeakers is away: Bakery, since 5 Jan.* Tokyo$/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'North' }).getAttribute('href')).toBe('/places/2');
    expect(screen.getByText('silent', { selector: 'header *' })).toBeDefined();
  });

  it('names the clock by which it is silent only where it is not that of the reader', async () => {
    const silent_until = new Date(Date.now() + 3_600_000).toISOString();
    const { unmount } = await open({ silent_until, time_zone: 'Asia/Tokyo' });
    expect(await screen.findByText(/^Silent until .*:\d\d( [AP]M)? Tokyo$/)).toBeDefined();
    unmount();
    await open({ silent_until, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
    expect(await screen.findByText(/^Silent until .*:\d\d( [AP]M)?$/)).toBeDefined();
  });

  it('says what plays, and leads to speaking there', async () => {
    const plays = aSpeaker(1, { channel: 'radio', track: 'Belltower FM' });
    await open({ playing: 1, speakers: [plays, aSpeaker(2)] });
    const head = within(await screen.findByRole('banner'));
    expect(head.getByText('Belltower FM')).toBeDefined();
    expect(head.getByText('1 of 2 play')).toBeDefined();
    expect(head.getByRole('link', { name: 'Say here' }).getAttribute('href')).toBe('/say?place=3');
  });

  it('names an announcement and a chime in the language of the reader', async () => {
    const last: Place['last'] = {
      run_id: '3d1c5f0e-2f0b-4a86-9d0a-1c1f3a5b7c11',
      kind: 'say',
      title: 'Three tones',
      untyped: 'three_tone',
      at: '2026-01-05T08:12:00.000Z',
      devices: 2,
      heard: 2,
      sent: 0,
      other_voices: 0,
      is_over: true,
    };
    const plays = aSpeaker(1, { channel: 'voice', track: 'Announcement', says: { title: null, untyped: null } });
    await open({ playing: 1, speakers: [plays, aSpeaker(2)], last }, '/places/3', { language: 'de' });
    const head = within(await screen.findByRole('banner'));
    expect(head.getByText('eine Durchsage')).toBeDefined();
    expect(screen.getByText(/Dreiklang/)).toBeDefined();
    expect(screen.queryByText(/Announcement|Three tones/)).toBeNull();
  });

  it.each([
    ['as it was typed', { track: 'Announcement', says: { title: 'Announcement', untyped: null } }, 'Announcement'],
    ['a chime by its name', { track: 'Announcement', says: { title: 'Bell', untyped: 'bell' } }, 'Klingel'],
    ['as it is reported where no run explains it', { track: 'Emergency' }, 'Emergency'],
    ['by its channel where nothing is reported', { track: '' }, 'eine Durchsage'],
  ] as const)('names what is said there: %s', async (_what, said, text) => {
    const plays = aSpeaker(1, { channel: 'voice', ...said });
    await open({ playing: 1, speakers: [plays, aSpeaker(2)] }, '/places/3', { language: 'de' });
    expect(within(await screen.findByRole('banner')).getByText(text)).toBeDefined();
  });

  it('asks again what is said there, until the server tells', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const changes: Partial<Place> = {
      playing: 1,
      speakers: [aSpeaker(1, { channel: 'voice', says: { title: null, untyped: null } })],
    };
    const { requestsTo } = await open(changes);
    expect(await screen.findByText('an announcement', { selector: 'header *' })).toBeDefined();
    changes.speakers = [aSpeaker(1, { channel: 'voice', says: { title: 'Till two please', untyped: null } })];
    act(() => void vi.advanceTimersByTime(10_000));
    expect(await screen.findByText('Till two please', { selector: 'header *' })).toBeDefined();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(requestsTo(placesHttp.read)).toHaveLength(2);
  });

  it('silences it for a time of its own clock', async () => {
    const { user, requestsTo } = await open();
    await user.click(await screen.findByRole('button', { name: 'Silence' }));
    await user.click(await screen.findByRole('menuitem', { name: '30 minutes' }));
    await waitFor(() => expect(requestsTo(bellsHttp.silence)).toHaveLength(1));
    expect(requestsTo(bellsHttp.silence)[0]?.body).toMatchObject({ until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
  });
});

it('a loudspeaker is shown at its place', async () => {
  const { location } = await open({ type: 'Device', speakers: [aSpeaker(1)] });
  await waitFor(() => expect(location().path).toBe('/places/2?speaker=1111-1111-1111-0001'));
});

it('says that there is no such place', async () => {
  await open({}, '/places/9');
  expect(await screen.findByText('There is no such place, or you have no access to it.')).toBeDefined();
});

describe('what holds at a place', () => {
  it('is one line each, with the place from which it is inherited, and is changed where it stands', async () => {
    const { user, requestsTo } = await open({}, '/places/3?tab=about');
    expect(await screen.findByText('from Brightwater')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Change: Name' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Harbour');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(requestsTo(companyChangesHttp.edit)[0]?.body).toEqual({ company_id: 3, name: 'Harbour' }),
    );
    // Its own volume goes back to what holds above.
    await user.click(screen.getByRole('button', { name: 'Change: Volume limit' }));
    await user.click(await screen.findByRole('button', { name: 'Use what holds above' }));
    await waitFor(() =>
      expect(requestsTo(companyChangesHttp.edit).at(-1)?.body).toEqual({ company_id: 3, volume_max: null }),
    );
  });
});

describe('a message of a loudspeaker', () => {
  const message = (kind: string, more: object) =>
    ({
      kind,
      serial: aSpeaker(1).serial,
      receivedAt: 0,
      retained: false,
      topic: '',
      ...more,
    }) as unknown as LiveMessage;
  const player = (channel: string, state: string) =>
    message('player', { channel, payload: { state, volume: 50, current_track: channel } });

  it('changes what is heard of it and the counts; speech goes before radio', () => {
    const place = aPlacePage();
    applyToPlace(place, player('radio', 'play'));
    expect(place).toMatchObject({ playing: 1, speakers: [{ channel: 'radio', track: 'radio', volume: 50 }, {}] });
    applyToPlace(place, player('voice', 'play'));
    applyToPlace(place, player('radio', 'stop'));
    expect(place).toMatchObject({ playing: 1, speakers: [{ channel: 'voice' }, {}] });
    applyToPlace(place, message('status', { payload: { status: 'offline' } }));
    applyToPlace(place, message('status', { payload: { status: 'offline' } }));
    expect(place).toMatchObject({ playing: 0, online: 1, speakers: [{ channel: null, status: 'offline' }, {}] });
    applyToPlace(place, message('status', { payload: { status: 'online' } }));
    expect(place.online).toBe(2);
  });

  it('does not say what begins to be said, until the server does, and forgets it at its end', () => {
    const says = { title: 'Till two please', untyped: null };
    const place = aPlacePage({ speakers: [aSpeaker(1, { channel: 'voice', track: 'Announcement', says })] });
    applyToPlace(place, player('voice', 'play'));
    expect(place.speakers).toMatchObject([{ says }]);
    applyToPlace(place, player('voice', 'stop'));
    expect(place.speakers).toMatchObject([{ channel: null, says: null }]);
    applyToPlace(place, player('voice', 'play'));
    expect(place.speakers).toMatchObject([{ channel: 'voice', says: { title: null } }]);
    // It is told before the device tells that it plays.
    const told = aPlacePage({ speakers: [aSpeaker(1, { says })] });
    applyToPlace(told, player('radio', 'play'));
    applyToPlace(told, player('voice', 'play'));
    expect(told.speakers).toMatchObject([{ channel: 'voice', says }]);
  });
});
