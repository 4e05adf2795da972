import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { homeHttp } from '@belfry/schemas/http/places/home';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Checked } from '../../features/alarms/index.ts';
import { aDevice, infoOf } from '../../testing/device-factory.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { WATCHED } from '../../testing/open-home.tsx';
import { openPublicScreens } from '../../testing/open-page.tsx';
import { aPlacePage } from '../../testing/place-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { writeSession } from '../../lib/session/session-store.ts';
import { PlacesNow } from './home/places-now.tsx';
import { PlacePage } from './place/place-page.tsx';
import { PlaceRow } from './place/place-row.tsx';
import { SpeakerDrawer } from './place/speaker-drawer.tsx';
import { SpeakerList } from './places/speaker-list.tsx';

beforeEach(() => stubElementSize(600));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const SERIAL = '1111-2222-3333-4444';
const DEVICE = aDevice({ serial: SERIAL, name: 'Bakery', company_id: 3 });
const PLACE = aPlacePage();
const COUNTS = { places: 2, all_right: 2, loudspeakers: 4, online: 4 };
const REGION = { ...COUNTS, company_id: 2, name: 'North', expected: 0, heard: 0, sent: 0, other_voices: 0, next: null };
const answers = firstOf(
  on(homeHttp.head, () => ({ ...COUNTS, worst: null, only: null })),
  on(homeHttp.regions, () => [REGION]),
  on(placesHttp.read, () => PLACE),
  on(devicesHttp.listOwn, () => Response.json([DEVICE], { headers: { 'X-Total-Count': '1' } })),
  on(devicesHttp.info, () => infoOf(DEVICE)),
);

async function open(view: ReactNode, checking_since: string | null): Promise<void> {
  const summary = on(alarmsHttp.summary, () => ({ ...WATCHED, checking_since }));
  writeSession({ user_id: 1, role: 'user' }, 'key');
  await openPublicScreens({ '/places/:id': <Checked>{view}</Checked> }, '/places/3', firstOf(summary, answers), {
    language: 'en',
  });
}
const shown = (): string =>
  screen
    .getAllByText(/./)
    .map(({ textContent }) => textContent)
    .join('\n');

it.each<[name: string, view: ReactNode, right: RegExp]>([
  ['Home', <PlacesNow key="" />, /2 of 2 places all right/],
  ['a place', <PlacePage key="" />, /All right/],
  ['a row of places', <PlaceRow key="" place={{ ...PLACE, organisation: null, path: '' }} path="" />, /All right/],
  ['the list of loudspeakers', <SpeakerList key="" q="" />, /All right/],
  ['a loudspeaker', <SpeakerDrawer key="" serial={SERIAL} onClose={vi.fn()} />, /All right: it is connected/],
])(
  '%s says that it is being checked while nobody knows, and that it is all right when it is known',
  async (_name, view, right) => {
    await open(view, null);
    await waitFor(() => expect(shown()).toMatch(right));
    expect(shown()).not.toMatch(/checking/i);
    cleanup();
    await open(view, new Date().toISOString());
    await waitFor(() => expect(shown()).toMatch(/checking…/i));
    expect(shown()).not.toMatch(right);
  },
);
