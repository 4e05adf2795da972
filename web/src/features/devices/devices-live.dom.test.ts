import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../lib/api/base-api.ts';
import { sessionSlice } from '../../lib/session/session-slice.ts';
import { startLiveConnection } from '../../testing/live-connection.ts';
import { aDevice } from '../../testing/device-factory.ts';
import { applyToDevice } from '../device-state/device-state-api.ts';
import { devicesApi, type DevicePageQuery } from './devices-api.ts';

const A = '1111-1111-1111-1111';
const B = '2222-2222-2222-2222';
const query: DevicePageQuery = { page: 1, page_size: 8, type: 'all', status: 'all', mode: 'all', q: '' };
const frame = () => vi.advanceTimersByTimeAsync(300);

async function fleet(devices: Device[], total: number) {
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(devices), { headers: { 'X-Total-Count': String(total) } }),
  );
  const { broker, stream } = startLiveConnection();
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, [sessionSlice.reducerPath]: sessionSlice.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { stream } } }).concat(baseApi.middleware, stream.middleware),
  });
  await store.dispatch(devicesApi.endpoints.getDevicePage.initiate(query));
  await vi.advanceTimersByTimeAsync(1_000);
  return { broker, page: () => devicesApi.endpoints.getDevicePage.select(query)(store.getState()).data };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const online = { status: 'online', device_version: '2.0', hostname: 'h', ip: '10.0.0.1', at: '2026-01-01T00:00:00Z' };

it('reads the total from the header and subscribes to the devices of the page only', async () => {
  const { broker, page } = await fleet([aDevice({ serial: A })], 4_711);
  expect(page()?.total).toBe(4_711);
  expect(broker.log.slice(1)).toEqual([`+ ${topics.status(A)} ${topics.metrics(A)} devices/${A}/players/+`]);
});

it('replaces the device of a message and no other, so that one card renders', async () => {
  const devices = [aDevice({ serial: A, status: 'offline' }), aDevice({ serial: B, status: 'offline' })];
  const { broker, page } = await fleet(devices, 2);
  const before = page()?.rows;
  broker.publish(topics.status(B), online);
  await frame();
  expect(page()?.rows[1]).toMatchObject({ status: 'online', device_version: '2.0' });
  expect(page()?.rows[0]).toBe(before?.[0]);
  expect(page()?.rows[1]).not.toBe(before?.[1]);
});

it('ignores a payload that does not match the contract', async () => {
  const { broker, page } = await fleet([aDevice({ serial: A, status: 'offline' })], 1);
  broker.publish(topics.status(A), { status: 'on fire' });
  broker.publish(topics.status(A), online);
  await frame();
  expect(page()?.rows[0]?.status).toBe('online');
});

it('shows what an output is now, and no older report', async () => {
  const device = aDevice({ serial: A });
  const tell = (state: 'on' | 'off', at: string): void =>
    applyToDevice(device, {
      kind: 'outputs',
      serial: A,
      topic: topics.outputs(A),
      payload: { output: 'strobe', state, at },
      receivedAt: 0,
      retained: false,
    });
  tell('on', '2026-01-01T00:00:02Z');
  tell('off', '2026-01-01T00:00:01Z');
  expect(device.outputs).toMatchObject({ strobe: { state: 'on', at: '2026-01-01T00:00:02Z' } });
});
