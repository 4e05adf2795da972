import { activityHttp } from '@belfry/schemas/http/activity/activity';
import { needsHttp } from '@belfry/schemas/http/activity/needs';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { type Home, homeHttp } from '@belfry/schemas/http/places/home';
import { type PlacePage } from '@belfry/schemas/http/places/places';
import { nextRingsHttp } from '@belfry/schemas/http/schedules/next-rings';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { type Answer, firstOf, on } from './fake-server.ts';
import { openPage } from './open-page.tsx';
import { Checked } from '../features/alarms/index.ts';
import { PlacesNow } from '../app/screens/home/places-now.tsx';

const CALM: Home = { places: 300, all_right: 300, loudspeakers: 900, online: 900, worst: null, only: null };
export const WATCHED = {
  open: 0,
  acknowledged: 0,
  snoozed: 0,
  by_severity: { low: 0, medium: 0, high: 0, critical: 0 },
  watching: true,
  checking_since: null,
  held_back: null,
};
export const PLACE: PlacePage = {
  company_id: 4,
  name: 'Harbour Market',
  description: null,
  path: '',
  above: [],
  type: 'Company',
  emblem: null,
  organisation_id: 1,
  time_zone: 'UTC',
  volume_max: 80,
  silent_until: null,
  loudspeakers: 3,
  online: 3,
  playing: 0,
  offline_since: null,
  speakers: [],
  next: [{ title: 'Closing soon', at: '2026-11-27T19:45:00.000Z', source: 'schedule', schedule_id: 7 }],
  last: null,
};
export const rows = (list: readonly object[], needs: number | null = null) => ({ rows: [...list], next: null, needs });
const quiet: Answer = firstOf(
  on(accessHttp.ownAccess, () => []),
  on(companiesHttp.listMain, () => []),
  on(alarmsHttp.summary, () => WATCHED),
  on(activityHttp.list, () => Response.json(rows([]))),
  on(homeHttp.regions, () => []),
  on(needsHttp.count, () => ({ needs: 0, unheard: 0 })),
  on(emergencyHttp.read, () => ({ messages: [], devices: 0, reachable: 0, active: [] })),
  on(nextRingsHttp.list, () => []),
  on(devicesHttp.listOwn, () => []),
);
export const ONE = { ...CALM, places: 1, loudspeakers: 3, online: 3, only: 4 };
export const openHome = (home: Partial<Home>, ...answers: Answer[]) =>
  openPage(
    <Checked>
      <PlacesNow />
    </Checked>,
    firstOf(
      ...answers,
      on(homeHttp.head, () => ({ ...CALM, ...home })),
      quiet,
    ),
  );
export const sentence = () => screen.findByRole('heading', { level: 1 });
export const says = (text: string) => waitFor(async () => expect((await sentence()).textContent).toBe(text));
