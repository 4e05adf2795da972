import type { PlacePage, Speaker } from '@belfry/schemas/http/places/places';

export const aSpeaker = (n: number, changes: Partial<Speaker> = {}): Speaker => ({
  serial: `1111-1111-1111-${String(n).padStart(4, '0')}`,
  company_id: 100 + n,
  name: `Speaker ${n}`,
  description: null,
  place_id: 3,
  place: null,
  status: 'online',
  since: null,
  channel: null,
  track: null,
  says: null,
  volume: 70,
  test: null,
  network_speaker: false,
  ...changes,
});

/** `Harbour Market` in `Brightwater / North`, of user 1. */
export const aPlacePage = (changes: Partial<PlacePage> = {}): PlacePage => ({
  company_id: 3,
  name: 'Harbour Market',
  description: null,
  path: 'Brightwater / North',
  above: [
    { company_id: 1, name: 'Brightwater' },
    { company_id: 2, name: 'North' },
  ],
  type: 'Company',
  emblem: null,
  organisation_id: 1,
  time_zone: 'Europe/Berlin',
  volume_max: 80,
  silent_until: null,
  loudspeakers: 2,
  online: 2,
  playing: 0,
  offline_since: null,
  speakers: [aSpeaker(1), aSpeaker(2)],
  next: [],
  last: null,
  ...changes,
});
