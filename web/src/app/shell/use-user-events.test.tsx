import { topics } from '@belfry/schemas/mqtt/topics';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { sessionSlice } from '../../lib/session/session-slice.ts';
import { companiesApi } from '../../features/companies/companies-api.ts';
import { aDevice, infoOf } from '../../testing/device-factory.ts';
import { deviceInfoApi } from '../../features/device-state/device-state-api.ts';
import { commandsApi } from '../../features/commands/commands-api.ts';
import { devicesApi } from '../../features/devices/devices-api.ts';
import { runsApi } from '../../features/commands/runs/runs-api.ts';
import { OwnClaims } from '../../features/device-ownership/approvals/index.ts';
import { useGetTimelineInfiniteQuery } from '../../features/device-timeline/timeline-api.ts';
import { firmwareApi } from '../../features/firmware/firmware-api.ts';
import { groupsApi } from '../../features/groups/groups-api.ts';
import { libraryApi } from '../../features/library/library-api.ts';
import { smsApi } from '../../features/mail/sms/sms-api.ts';
import { useGetSchedulesQuery } from '../../features/schedules/schedules-api.ts';
import { teamsApi } from '../../features/teams/teams-api.ts';
import { triggersApi } from '../../features/triggers/triggers-api.ts';
import { scenariosApi } from '../../features/scenarios/scenarios-api.ts';
import { homeAssistantApi } from '../../features/home-assistant/home-assistant-api.ts';
import { webhooksApi } from '../../features/webhooks/webhooks-api.ts';
import { alarmsApi } from '../../features/alarms/alarms-api.ts';
import { announcementsApi } from '../../features/announcements/announcements-api.ts';
import { voicesApi } from '../../features/speech/voices/voices-api.ts';
import { usersAdminApi } from '../../features/users/users-api.ts';
import { settingsApi } from '../../lib/session/settings-api.ts';
import { writeSession } from '../../lib/session/session-store.ts';
import { makeSettings } from '../../testing/settings-factory.ts';
import { startLiveConnection } from '../../testing/live-connection.ts';
import { LiveClientContext } from '../live.ts';
import { useUserEvents } from './use-user-events.ts';

const ME = 7;
const DEVICE = aDevice();
const QUERY = { page: 1, page_size: 8, type: 'all', status: 'all', mode: 'all', q: '' } as const;
const PAGE = { page: 1, page_size: 8 };
const ON_SCREEN = {
  '/group/list': groupsApi.endpoints.getGroups.initiate(),
  '/group/list/5/elements': groupsApi.endpoints.getGroupDevices.initiate({ id: 5 }),
  [`/devices/info/${DEVICE.serial}`]: deviceInfoApi.endpoints.getDevice.initiate(DEVICE.serial),
  [`/rpi/devices/commands/${DEVICE.serial}`]: commandsApi.endpoints.getCommandHistory.initiate(DEVICE.serial),
  '/devices/all': devicesApi.endpoints.getDevicePage.initiate(QUERY),
  '/company/tree': companiesApi.endpoints.getCompanyTree.initiate(3),
  '/voices/voices': voicesApi.endpoints.getVoicePage.initiate({ q: '', language: 'all', page: 1, page_size: 20 }),
  '/admin/users': usersAdminApi.endpoints.getUsersPage.initiate({ page: 1, q: '', sort: 'id' }),
  '/command-runs': runsApi.endpoints.getCommandRuns.initiate(PAGE),
  '/users/settings': settingsApi.endpoints.getUserSettings.initiate(),
  '/me/access': teamsApi.endpoints.getOwnAccess.initiate(),
  '/client/rollouts': firmwareApi.endpoints.getRollouts.initiate(),
  '/stations': libraryApi.endpoints.getStations.initiate({ ...PAGE, q: '' }),
  '/announcements/runs': announcementsApi.endpoints.getAnnouncementRuns.initiate(PAGE),
  '/sms/templates': smsApi.endpoints.getSmsTemplates.initiate(),
  '/alarms/summary': alarmsApi.endpoints.getAlarmSummary.initiate(),
  '/triggers/asking': triggersApi.endpoints.getAskingTriggers.initiate(),
  '/webhooks': webhooksApi.endpoints.getWebhooks.initiate(),
  '/home-assistant': homeAssistantApi.endpoints.getHomeAssistants.initiate(),
  '/scenarios': scenariosApi.endpoints.getScenarios.initiate(),
} as const;
const TIMELINE = `/devices/${DEVICE.serial}/timeline`;
/** What is shown by hooks and components, because nothing else of their features is public. */
const BY_COMPONENTS = ['/schedules', '/devices/user/claims', TIMELINE];
const ALL = [...Object.keys(ON_SCREEN), ...BY_COMPONENTS].toSorted();

function OtherScreens() {
  useGetSchedulesQuery(undefined);
  useGetTimelineInfiniteQuery({ serial: DEVICE.serial, types: [], start: null });
  return <OwnClaims />;
}

const ANSWERS: Record<string, unknown> = {
  [`/devices/info/${DEVICE.serial}`]: infoOf(DEVICE),
  [TIMELINE]: { entries: [], more: false },
  '/users/settings': makeSettings(),
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openConsole() {
  writeSession({ user_id: ME, role: 'admin' }, 'key');
  let read: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://localhost').pathname.replace('/api', '');
    read.push(path);
    if (path.startsWith('/rpi/devices/send/')) return new Promise<Response>(() => undefined);
    return Response.json(ANSWERS[path] ?? []);
  });
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, [sessionSlice.reducerPath]: sessionSlice.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { stream: { attach: () => () => undefined } } } }).concat(baseApi.middleware),
  });
  const { broker, client } = startLiveConnection();
  const Listener = () => {
    useUserEvents();
    return null;
  };
  render(
    <Provider store={store}>
      <LiveClientContext value={client}>
        <Listener />
        <OtherScreens />
      </LiveClientContext>
    </Provider>,
  );
  for (const shown of Object.values(ON_SCREEN)) void store.dispatch(shown as never);
  await vi.advanceTimersByTimeAsync(1_000);
  return {
    store,
    read: () => read.toSorted(),
    async publish(type: UserEvent['type'], { userId = ME, ids = [] as UserEvent['ids'], waitMs = 1_000 } = {}) {
      read = [];
      broker.publish(topics.userEvents(userId), { type, ids, at: '2026-11-22T00:00:00.000Z' });
      await vi.advanceTimersByTimeAsync(waitMs);
    },
  };
}

const HISTORY = `/rpi/devices/commands/${DEVICE.serial}`;
const GROUPS = ['/group/list', '/group/list/5/elements'];
const STALE: Record<UserEvent['type'], readonly string[]> = {
  devices_changed: ['/devices/all', `/devices/info/${DEVICE.serial}`, TIMELINE],
  approvals_changed: ['/devices/user/claims'],
  commands_changed: [HISTORY, '/command-runs', TIMELINE],
  runs_changed: ['/command-runs'],
  user_changed: ['/users/settings', '/me/access'],
  users_changed: ['/admin/users'],
  companies_changed: ['/admin/users', '/company/tree', '/me/access', ...GROUPS],
  groups_changed: GROUPS,
  voices_changed: ['/voices/voices'],
  firmware_changed: ['/client/rollouts'],
  library_changed: ['/stations'],
  announcements_changed: ['/announcements/runs', TIMELINE],
  schedules_changed: ['/schedules'],
  sms_changed: ['/sms/templates'],
  alarms_changed: ['/alarms/summary'],
  triggers_changed: ['/triggers/asking'],
  webhooks_changed: ['/webhooks'],
  home_assistants_changed: ['/home-assistant'],
  scenarios_changed: ['/scenarios'],
};

it.each(Object.entries(STALE))('refetches after %s what it makes stale, and nothing else', async (type, stale) => {
  const page = await openConsole();
  expect(page.read()).toEqual(ALL);
  await page.publish(type as UserEvent['type']);
  expect(page.read()).toEqual(stale.toSorted());
});

it('ignores events of another user', async () => {
  const page = await openConsole();
  await page.publish('devices_changed', { userId: 8 });
  expect(page.read()).toEqual([]);
});

it('refetches the history of commands only of a device that the event names', async () => {
  const page = await openConsole();
  await page.publish('commands_changed', { ids: ['9999-9999-9999-9999'] });
  // The progress of runs follows from the commands of any device.
  expect(page.read()).toEqual(['/command-runs']);
  await page.publish('commands_changed', { ids: ['9999-9999-9999-9999', DEVICE.serial] });
  expect(page.read()).toEqual(['/command-runs', TIMELINE, HISTORY].toSorted());
});

it('refetches a history while the response of a command is awaited', async () => {
  const page = await openConsole();
  void page.store.dispatch(
    commandsApi.endpoints.sendCommand.initiate({ serial: DEVICE.serial, command: 'reboot' }) as never,
  );
  await page.publish('commands_changed', { ids: [DEVICE.serial] });
  expect(page.read()).toContain(HISTORY);
});

it('refetches a history once a second while events arrive, and once more after the last one', async () => {
  const page = await openConsole();
  let reads = 0;
  for (let sent = 0; sent < 32; sent++) {
    await page.publish('commands_changed', { ids: [DEVICE.serial], waitMs: 100 });
    reads += page.read().filter((path) => path === HISTORY).length;
  }
  // At 0, 1, 2 and 3 s; the events after that are fetched at 4 s.
  expect(reads).toBe(4);
  await page.publish('groups_changed', { waitMs: 1_000 });
  expect(page.read()).toContain(HISTORY);
});
