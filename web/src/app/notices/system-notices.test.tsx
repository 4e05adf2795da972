import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aRun } from '../../features/announcements/testing/run-factory.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { startLiveConnection } from '../../testing/live-connection.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LiveClientContext } from '../live.ts';
import { SystemNotices } from './system-notices.tsx';

type Shown = { title: string; body: string; click: () => void };
let shown: Shown[];
let hidden: boolean;
let offline: Device[];
let failed: boolean;
let active: boolean;

class FakeNotification extends EventTarget {
  static readonly permission = 'granted';
  constructor(title: string, { body = '' }: NotificationOptions) {
    super();
    shown.push({ title, body, click: () => void this.dispatchEvent(new Event('click')) });
  }
  close(): void {}
}

beforeEach(() => {
  [shown, hidden, offline, failed, active] = [[], false, [], false, false];
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const { deliveries: _none, ...run } = aRun();
const where = { sites: { total: 1, names: ['Main'] }, away: { total: 0, names: [] } };

async function open() {
  const { broker, client } = startLiveConnection();
  const page = await openPage(
    <LiveClientContext value={client}>
      <SystemNotices />
    </LiveClientContext>,
    firstOf(
      on(emergencyHttp.read, () => ({
        messages: [],
        devices: 0,
        reachable: 0,
        active: active ? [{ ...run, ...where }] : [],
      })),
      on(announcementsHttp.runs, () => [
        { ...run, state: failed ? ('failed' as const) : run.state, error: 'no voice' },
      ]),
      on(runsHttp.list, () => []),
      on(rolloutsHttp.list, () => []),
      on(devicesHttp.list, () => offline),
    ),
    {},
    { role: 'admin' },
  );
  await pass(1);
  return {
    ...page,
    async turn(next: boolean) {
      hidden = next;
      document.dispatchEvent(new Event('visibilitychange'));
      await pass(1);
    },
    async publish(type: UserEvent['type']) {
      broker.publish(topics.userEvents(1), { type, ids: [], at: '2026-11-22T00:00:00.000Z' });
      await pass(6);
    },
  };
}
const lost = (serial: string, name: string | null) =>
  aDevice({ serial, name, status: 'offline', last_seen: new Date(Date.now() - 90_000).toISOString() });

it('tells of devices that went offline while the page is hidden, together and once a minute', async () => {
  const { turn, router } = await open();
  offline = [lost('1111-1111-1111-1111', 'Door')];
  await turn(true);
  offline = [lost('2222-2222-2222-2222', 'Hall'), lost('3333-3333-3333-3333', null), ...offline];
  await pass(30);
  expect(shown).toEqual([]);
  await pass(60);
  expect(shown).toMatchObject([{ title: '2 devices went offline', body: 'Hall, 3333-3333-3333-3333' }]);
  await pass(120);
  expect(shown).toHaveLength(1);
  shown[0]?.click();
  expect(router.state.location.pathname + router.state.location.search).toBe('/devices?status=offline');
  await turn(false);
  offline = [lost('4444-4444-4444-4444', 'Yard')];
  await pass(120);
  await turn(true);
  await pass(120);
  expect(shown).toHaveLength(1);
});

it('tells of announcements that fail while the page is hidden, and not of those before', async () => {
  const { turn, publish } = await open();
  failed = true;
  await publish('announcements_changed');
  await turn(true);
  expect(shown).toEqual([]);
  failed = false;
  await publish('announcements_changed');
  failed = true;
  await publish('announcements_changed');
  expect(shown).toMatchObject([{ title: 'Announcement failed', body: 'The shop closes soon: no voice' }]);
});

it('tells when an emergency starts and ends', async () => {
  const { turn, store } = await open();
  const refetch = async () => {
    store.dispatch(baseApi.util.invalidateTags(['Announcement']));
    await pass(1);
  };
  await turn(true);
  active = true;
  await refetch();
  active = false;
  await refetch();
  expect(shown.map(({ title }) => title)).toEqual(['Emergency started', 'Emergency ended']);
});
