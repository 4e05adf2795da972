import { type Activity, activityHttp, type ActivityRow } from '@belfry/schemas/http/activity/activity';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import type { AuditEntry } from '@belfry/schemas/http/audit';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { type PlacePage, placesHttp } from '@belfry/schemas/http/places/places';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anAlarm } from '../../testing/alarm-factory.ts';
import { firstOf, on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aPlacePage } from '../../testing/place-factory.ts';
import { aReceipt } from '../../testing/receipt-factory.ts';
import { aPlaceItem, aWhereAnswer } from '../../testing/where-factory.ts';
import { ActivityPage } from './activity-page.tsx';

const RUN_ID = '11111111-1111-4111-8111-111111111111';

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const receipt = aReceipt({
  run_id: RUN_ID,
  at: new Date().toISOString(),
  why: { state: 'offline', reason: null, reason_code: null, reason_params: {}, devices: 2 },
});
const said: ActivityRow = { kind: 'said', id: `said:${RUN_ID}`, at: receipt.at, receipt, by: 'Ada' };
const alarm: ActivityRow = { kind: 'alarm', id: 'alarm:7', at: anAlarm().raised_at, alarm: anAlarm() };
const answer = (rows: ActivityRow[], fields: Partial<Activity> = {}): Activity => ({
  rows,
  next: null,
  needs: 1,
  ...fields,
});
const north = on(whereHttp.find, () => aWhereAnswer([aPlaceItem(4, 'North')]));
const listed = on(activityHttp.list, () => answer([said, alarm]));
const open = (given: Parameters<typeof openPage>[1], address = '/activity') =>
  openPage(<ActivityPage />, firstOf(given, north), {}, { address, role: 'admin' });

it('lists all kinds with who did not hear it and why, and how many need somebody', async () => {
  await open(listed);
  const row = (await screen.findByRole('link', { name: 'Closing soon' })).closest('li');
  expect(row?.textContent).toContain('58 of 60');
  expect(row?.textContent).toContain('was offline');
  expect(screen.getByRole('link', { name: 'Place offline' }).closest('li')?.textContent).toContain('nobody yet');
  expect(screen.getByRole('button', { name: 'Needs you 1' })).toBeDefined();
});

it('lists a scenario that was started, which leads to its run', async () => {
  const run: Extract<ActivityRow, { kind: 'scenario' }>['run'] = {
    scenario_run_id: RUN_ID,
    scenario_id: 5,
    name: 'Storm',
    company_id: 12,
    company_name: 'Shop 12',
    state: 'running',
    drill: true,
    source: 'person',
    started_by: 'Ada',
    created_at: receipt.at,
    confirm_until: null,
    confirmed_by: null,
    ended_at: null,
    ended_by: null,
  };
  const row: ActivityRow = { kind: 'scenario', id: `scenario:${RUN_ID}`, at: receipt.at, run };
  const { user, requestsTo } = await open(on(activityHttp.list, () => answer([row])));
  const link = await screen.findByRole('link', { name: 'Storm' });
  expect(link.getAttribute('href')).toBe(`/scenarios/runs/${RUN_ID}`);
  expect(link.closest('li')?.textContent).toContain('Running · Drill · Ada');
  await user.click(screen.getByRole('button', { name: 'Scenarios' }));
  await waitFor(() => expect(requestsTo(activityHttp.list).at(-1)?.params).toMatchObject({ view: 'scenarios' }));
});

it('takes an alarm in its row', async () => {
  const taken = on(alarmsHttp.acknowledge, () => refusal(409, 'This alarm is over'));
  const { user, requestsTo } = await open(firstOf(listed, taken));
  await user.click(await screen.findByRole('button', { name: 'Take' }));
  await waitFor(() => expect(requestsTo(alarmsHttp.acknowledge)).toHaveLength(1));
});

it('takes many alarms at once, and nothing else is ticked', async () => {
  const other: ActivityRow = { ...alarm, id: 'alarm:8', alarm: anAlarm({ alarm_id: 8, place: 'Shop 13' }) };
  const { user, requestsTo } = await open(
    firstOf(
      on(activityHttp.list, () => answer([said, alarm, other])),
      on(alarmsHttp.acknowledge, () => ({ ...anAlarm(), places: [], told: null, maintenance_until: null, events: [] })),
    ),
  );
  await user.click(await screen.findByRole('checkbox', { name: /^Tick Place offline, Shop 12/ }));
  expect(screen.getAllByRole('checkbox', { name: /^Tick / })).toHaveLength(2);
  const bar = within(screen.getByRole('region', { name: 'Selection' }));
  await user.click(bar.getByRole('checkbox'));
  expect(bar.queryByRole('button', { name: 'Delete' })).toBeNull();
  await user.click(bar.getByRole('button', { name: 'Take' }));
  await waitFor(() => expect(requestsTo(alarmsHttp.acknowledge)).toHaveLength(2));
});

it('asks for what the chips and the address say, and clears the filter of a chip', async () => {
  const { user, requestsTo } = await open(listed, '/activity?view=said&node=4&from=2026-11-01&to=2026-11-02&q=closing');
  await screen.findByRole('link', { name: 'Closing soon' });
  const [asked] = requestsTo(activityHttp.list);
  expect(asked?.params).toMatchObject({ view: 'said', company_id: '4', q: 'closing' });
  expect(Date.parse(asked?.params['to'] ?? '') - Date.parse(asked?.params['from'] ?? '')).toBe(2 * 86_400_000);
  await user.click(await screen.findByRole('button', { name: 'Clear the filter North' }));
  await waitFor(() => expect(requestsTo(activityHttp.list).at(-1)?.params).not.toHaveProperty('company_id'));
  await user.click(screen.getByRole('button', { name: /^Needs you/ }));
  await waitFor(() => expect(requestsTo(activityHttp.list).at(-1)?.params).toMatchObject({ view: 'needs' }));
  expect(requestsTo(activityHttp.list).at(-1)?.params).not.toHaveProperty('from');
});

it('goes on with the next page', async () => {
  const pages = on(activityHttp.list, ({ query }) =>
    query.after === undefined ? answer([said], { next: 'there' }) : answer([alarm], { needs: null }),
  );
  const { user, requestsTo } = await open(pages);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: 'Place offline' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Closing soon' })).toBeDefined();
  expect(requestsTo(activityHttp.list).at(-1)?.params).toMatchObject({ after: 'there' });
});

it('says that it could not be loaded, and loads it again', async () => {
  let broken = true;
  const { user } = await open((call) => (broken && call.path === '/activity' ? refusal(500) : listed(call)));
  expect(await screen.findByText('The activity could not be loaded')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Closing soon' })).toBeDefined();
});

it('opens a receipt, which says first who did not hear it and why, and says it again to them', async () => {
  const delivery = {
    serial: '1111-2222-3333-4444',
    company_id: 9,
    path: 'North / Harbour Market',
    language: 'de-DE',
    voice: null,
    started_at: null,
    finished_at: null,
    reason: null,
    reason_code: null,
    reason_params: {},
    sent: false,
  } as const;
  const run = on(announcementsHttp.run, () =>
    Response.json(
      {
        run_id: RUN_ID,
        kind: 'say',
        title: 'Closing soon',
        state: 'finished',
        priority: 'say_now',
        created_at: receipt.at,
        ended_at: receipt.at,
        user_id: 1,
        user_email: 'ada@belfry.test',
        error: null,
        devices: 2,
        counts: { offline: 1, finished: 1 },
        sent: 0,
        receipt: { ...receipt, devices: 2, heard: 1 },
        text: 'We close in ten minutes',
        played: [],
        may_say_again: true,
        away: 1,
        deliveries: [
          { ...delivery, place: 'Bakery', state: 'offline', heard: false, offline_since: new Date().toISOString() },
          {
            ...delivery,
            serial: '1111-2222-3333-5555',
            place: 'Entrance',
            state: 'finished',
            heard: true,
            offline_since: null,
          },
        ],
      },
      { headers: { 'X-Total-Count': '2' } },
    ),
  );
  const again = on(announcementsHttp.again, () => ({
    run_id: '22222222-2222-4222-8222-222222222222',
    devices: 1,
    offline: 0,
  }));
  const { user, requestsTo, router } = await open(firstOf(listed, run, again));
  await user.click(await screen.findByRole('link', { name: 'Closing soon' }));
  const drawer = within(await screen.findByRole('dialog', { name: /Closing soon/ }));
  const missed = await drawer.findByRole('region', { name: 'Did not hear it: 1' });
  expect(missed.textContent).toContain('Harbour Market / Bakery');
  expect(missed.textContent).toMatch(/offline since \d\d:\d\d/);
  expect(within(missed).getByRole('link', { name: 'Look at it' }).getAttribute('href')).toBe(
    '/places/9?tab=loudspeakers',
  );
  expect(drawer.getByText('We close in ten minutes')).toBeDefined();
  await user.click(within(missed).getByRole('button', { name: 'Say when it is back' }));
  await waitFor(() => expect(requestsTo(announcementsHttp.again)[0]?.body).toEqual({ to: 'when_back' }));
  await waitFor(() => expect(router.state.location.search).toContain('said%3A22222222'));
});

describe('a change', () => {
  const entry: AuditEntry = {
    id: 9,
    at: new Date().toISOString(),
    door: 'rest',
    actor: { user_id: 2, name: 'Grace', email: null },
    acting_as: null,
    key_id: null,
    api_key_id: null,
    ip: null,
    action: 'company.edit',
    object_kind: 'company',
    object_id: '4',
    object_name: 'Harbour Market',
    company_id: 4,
    company_name: 'Harbour Market',
    path: 'Brightwater / North',
    time_zone: 'UTC',
    owner_id: 1,
    details: null,
    before: { volume_max: 80 },
    after: { volume_max: 70 },
    chained: true,
  };
  const silence = {
    ...entry,
    action: 'bells.silence',
    before: { silent_until: null },
    after: { silent_until: '2099-01-01T09:00:00.000Z' },
  };
  /** As earlier releases have recorded it: by the clock of the place. */
  const oldSilence = { ...silence, after: { silent_until: '2099-01-01T10:00:00' } };
  const rename = { ...entry, before: { name: 'Harbour' }, after: { name: 'Harbour Market' } };
  const withChange = (change: AuditEntry, place: Partial<PlacePage>) =>
    firstOf(
      on(activityHttp.list, () => answer([{ kind: 'change', id: 'change:9', at: change.at, change }])),
      on(placesHttp.read, () => aPlacePage(place)),
      on(companyChangesHttp.edit, () => refusal(403)),
      on(bellsHttp.silence, () => ({ painted: 0 })),
    );

  it('of a volume is taken back', async () => {
    const first = await open(withChange(entry, { volume_max: 70 }));
    await first.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(first.requestsTo(companyChangesHttp.edit)[0]?.body).toEqual({ company_id: 4, volume_max: 80 }),
    );
  });

  it.each([silence, oldSilence])('of a silence is taken back: $after.silent_until', async (change) => {
    const place = { silent_until: '2099-01-01T09:00:00.000Z', time_zone: 'Europe/Berlin' };
    const { user, requestsTo } = await open(withChange(change, place));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(requestsTo(bellsHttp.silence)[0]?.body).toEqual({ until: null }));
  });

  it.each([silence, oldSilence])(
    'of a silence that somebody has made longer stays: $after.silent_until',
    async (change) => {
      const place = { silent_until: '2099-01-01T10:00:00.000Z', time_zone: 'Europe/Berlin' };
      const { user, requestsTo } = await open(withChange(change, place));
      await user.click(await screen.findByRole('button', { name: 'Undo' }));
      await waitFor(() => expect(requestsTo(placesHttp.read)).toHaveLength(1));
      expect(requestsTo(bellsHttp.silence)).toHaveLength(0);
    },
  );

  it('is left as it is where somebody has changed it since, and others have no such button', async () => {
    const { user, requestsTo } = await open(withChange(entry, { volume_max: 60 }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(requestsTo(placesHttp.read)).toHaveLength(1));
    expect(requestsTo(companyChangesHttp.edit)).toHaveLength(0);
    cleanup();
    await open(withChange(rename, {}));
    await screen.findByText('Grace');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
