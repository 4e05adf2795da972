import {
  PAGE_MAX_MS,
  PAGE_PLACES_MAX,
  type PageDeviceState,
  type PageState,
} from '@belfry/schemas/http/live-pages/live-pages';
import type { PageNow } from './page-devices.repository.ts';
import { isHeard, placeStateOf } from './place-state.ts';

export function pageStateOf({ devices, silent, first_frame_at, ...page }: PageNow, now = Date.now()): PageState {
  const places = devices.map((device) => ({
    serial: device.serial,
    place: device.place,
    state: atTheEnd(page.state, placeStateOf(device)),
  }));
  const counts = { ...silent.counts };
  for (const { state } of places) counts[state] = (counts[state] ?? 0) + 1;
  const isLive = page.path === 'record' || page.state === 'live' || places.some(({ state }) => isHeard(state));
  const spokenMs = first_frame_at ? now - first_frame_at.getTime() : 0;
  return {
    page_id: page.page_id,
    run_id: page.run_id,
    state: page.state === 'ended' ? 'ended' : isLive ? 'live' : 'opening',
    path: page.path,
    ended_by: page.ended_by,
    remaining_ms: page.state === 'ended' ? 0 : Math.max(0, PAGE_MAX_MS - spokenMs),
    counts,
    places: [...places, ...silent.places].slice(0, PAGE_PLACES_MAX),
  };
}

/** Nobody speaks any more in a page that has ended, although the devices have not reported it yet. */
const atTheEnd = (page: PageNow['state'], state: PageDeviceState): PageDeviceState =>
  page === 'ended' && (isHeard(state) || state === 'invited') ? 'ended' : state;
