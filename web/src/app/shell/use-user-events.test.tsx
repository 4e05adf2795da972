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
import { groupsApi } from '../../features/groups/groups-api.ts';
import { voicesApi } from '../../features/speech/voices/voices-api.ts';
import { usersAdminApi } from '../../features/users/users-api.ts';
import { writeSession } from '../../lib/session/session-store.ts';
import { startLiveConnection } from '../../testing/live-connection.ts';
import { LiveClientContext } from '../live.ts';
import { useUserEvents } from './use-user-events.ts';

const ME = 7;
const DEVICE = aDevice();
const QUERY = { page: 1, page_size: 8, type: 'all', status: 'all', mode: 'all', q: '' } as const;
/** The data that a console may show, by the path of its request. */
const ON_SCREEN = {
  '/group/list': groupsApi.endpoints.getGroups.initiate(),
  '/group/list/5/elements': groupsApi.endpoints.getGroupDevices.initiate({ id: 5 }),
  [`/devices/info/${DEVICE.serial}`]: deviceInfoApi.endpoints.getDevice.initiate(DEVICE.serial),
  [`/rpi/devices/commands/${DEVICE.serial}`]: commandsApi.endpoints.getCommandHistory.initiate(DEVICE.serial),
  '/devices/all': devicesApi.endpoints.getDevicePage.initiate(QUERY),
  '/company/tree': companiesApi.endpoints.getCompanyTree.initiate(3),
  '/voices/voices': voicesApi.endpoints.getVoicePage.initiate({ q: '', language: 'all', page: 1, page_size: 20 }),
  '/admin/users': usersAdminApi.endpoints.getUsersPage.initiate({ page: 1, q: '', sort: 'id' }),
} as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that shows everything. `read` lists the paths that were requested since the last event. */
async function openConsole() {
  writeSession({ user_id: ME, role: 'admin' }, 'key');
  let read: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://localhost').pathname.replace('/api', '');
    read.push(path);
    if (path.startsWith('/rpi/devices/send/')) return new Promise<Response>(() => undefined);
    return Response.json(path.startsWith('/devices/info') ? infoOf(DEVICE) : []);
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
      </LiveClientContext>
    </Provider>,
  );
  for (const shown of Object.values(ON_SCREEN)) void store.dispatch(shown as never);
  await vi.advanceTimersByTimeAsync(1_000);
  return {
    store,
    read: () => read.toSorted(),
    /** Publishes an event, and waits until the interval of the throttle has passed. */
    async publish(type: UserEvent['type'], { userId = ME, ids = [] as UserEvent['ids'], waitMs = 1_000 } = {}) {
      read = [];
      broker.publish(topics.userEvents(userId), { type, ids, at: '2026-11-22T00:00:00.000Z' });
      await vi.advanceTimersByTimeAsync(waitMs);
    },
  };
}

const HISTORY = `/rpi/devices/commands/${DEVICE.serial}`;
const GROUPS = ['/group/list', '/group/list/5/elements'];
it.each([
  ['groups_changed', GROUPS],
  ['companies_changed', ['/admin/users', '/company/tree', ...GROUPS]],
  ['devices_changed', ['/devices/all', `/devices/info/${DEVICE.serial}`]],
  ['voices_changed', ['/voices/voices']],
  ['users_changed', ['/admin/users']],
  ['commands_changed', [HISTORY]],
] as const)('refetches after %s what it makes stale, and nothing else', async (type, stale) => {
  const page = await openConsole();
  expect(page.read()).toEqual(Object.keys(ON_SCREEN).toSorted());
  await page.publish(type);
  expect(page.read()).toEqual([...stale].toSorted());
});

it('ignores events of another user', async () => {
  const page = await openConsole();
  await page.publish('devices_changed', { userId: 8 });
  expect(page.read()).toEqual([]);
});

it('refetches the history of commands only of a device that the event names', async () => {
  const page = await openConsole();
  await page.publish('commands_changed', { ids: ['9999-9999-9999-9999'] });
  expect(page.read()).toEqual([]);
  await page.publish('commands_changed', { ids: ['9999-9999-9999-9999', DEVICE.serial] });
  expect(page.read()).toEqual([HISTORY]);
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
    reads += page.read().length;
  }
  // At 0, 1, 2 and 3 s; the events after that are fetched at 4 s.
  expect(reads).toBe(4);
  await page.publish('groups_changed', { waitMs: 1_000 });
  expect(page.read()).toContain(HISTORY);
});
