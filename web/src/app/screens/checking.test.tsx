import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { wallHttp } from '@belfry/schemas/http/devices/wall';
import type { MapNode } from '@belfry/schemas/http/map/map';
import { homeHttp } from '@belfry/schemas/http/places/home';
import { type NetworkSpeaker, networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Checked } from '../../features/alarms/index.ts';
import { DEFAULT_FILTERS } from '../../features/devices/index.ts';
import { wallQueryOf } from '../../features/devices/devices-api.ts';
import { WallView } from '../../features/devices/list/wall-view.tsx';
import { MapMarkers } from '../../features/map/map-markers.tsx';
import { Carried } from '../../features/network-speakers/index.ts';
import { aDevice, infoOf } from '../../testing/device-factory.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { WATCHED } from '../../testing/open-home.tsx';
import { openPublicScreens } from '../../testing/open-page.tsx';
import { aPlacePage } from '../../testing/place-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { StatusDot } from '../../ui/devices/device-marks.tsx';
import { writeSession } from '../../lib/session/session-store.ts';
import { KnownStatus } from '../../features/companies/tree/node-marks.tsx';
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
const NODE: MapNode = {
  company_id: 2,
  main_company_id: 1,
  above: null,
  name: 'Riga',
  type: 'Company',
  coordinates: { latitude: 56.95, longitude: 24.11 },
  devices: { total: 1, online: 1, offline: 0, maintenance: 0, alarms: 0 },
  has_plan: false,
};
const MARKER = { ...NODE.coordinates, key: 'n2', counts: NODE.devices, node: NODE, cluster: null };
const YARD: NetworkSpeaker = {
  device_id: 7,
  serial: SERIAL,
  company_id: 9,
  name: 'Yard',
  sender: '5555-6666-7777-8888',
  sender_name: 'Office',
  sender_status: 'online',
  carried: true,
  status: 'online',
  problem: null,
  transport: { kind: 'rtp', address: '224.0.2.60', port: 50_000, codec: 'G722' },
  used_by: [],
  revision: 1,
};
const answers = firstOf(
  on(homeHttp.head, () => ({ ...COUNTS, worst: null, only: null })),
  on(homeHttp.regions, () => [REGION]),
  on(placesHttp.read, () => PLACE),
  on(devicesHttp.listOwn, () => Response.json([DEVICE], { headers: { 'X-Total-Count': '1' } })),
  on(devicesHttp.info, () => infoOf(DEVICE)),
  on(wallHttp.wall, () => ({
    total: 1,
    devices: [{ device_id: 7, serial: SERIAL, status: 'online' as const, device_mode: 'active' as const, name: null }],
  })),
  on(networkSpeakersHttp.list, () => Response.json([YARD], { headers: { 'X-Total-Count': '1' } })),
  on(networkSpeakersHttp.read, () => YARD),
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
  ['a device', <StatusDot key="" status="online" />, /Online/],
  ['the tree', <KnownStatus key="" node={{ serial: SERIAL, status: 'online' }} />, /Online/],
  [
    'the map',
    <MapMarkers
      key=""
      markers={[MARKER]}
      frame={{ pointOf: () => ({ x: 0, y: 0 }) } as never}
      selected={null}
      onOpen={vi.fn()}
    />,
    /1 online/,
  ],
  ['the wall', <WallView key="" query={wallQueryOf(DEFAULT_FILTERS)} onOpen={vi.fn()} empty={null} />, /Online/],
  ['network loudspeakers', <Carried key="" serial={SERIAL} />, /online/],
])(
  '%s says that it is being checked while nobody knows, and that it is right when it is known',
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
