import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { expect, onTestFinished } from 'vitest';
import { startConnectProxy } from '../../support/devices/connect-proxy.ts';
import { prepareUnpairedDevice } from '../../support/devices/unpaired-device.ts';
import { createSpeakers, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

const CLOSED = 'mqtt://127.0.0.1:2';
const IDLE_MS = 60_000;

flow(
  'behind a proxy that lets only HTTPS by a device connects by WebSocket, speaks, and remembers the way',
  async ({ lentStack }) => {
    const { wsUrl, url, config } = lentStack;
    onTestFinished(await changeSettings({ ...lentStack, config }, { MQTT_PUBLIC_URL: CLOSED, MQTT_WS_URL: wsUrl }));
    const owner = await createUser(lentStack);
    const { company } = await createSpeakers(lentStack, owner, 0);
    const ports = [wsUrl, url].map((address) => Number(new URL(address).port));
    const proxy = await startConnectProxy(ports, IDLE_MS);
    onTestFinished(proxy.close);
    const device = prepareUnpairedDevice(url, { env: { HTTP_PROXY: proxy.url, NO_PROXY: '' } });
    onTestFinished(device.close);
    device.start();
    const fields = { user_code: await device.code(), company_id: company.company_id, name: 'Guarded' };
    const { serial } = await success(lentStack.call(pairingHttp.pair, owner, fields));
    const info = () => success(lentStack.call(devicesHttp.info, owner, { device: serial }));
    await until('the device is online', info, ({ status }) => status === 'online');
    expect(await info()).toMatchObject({ connection: 'websocket' });
    expect(device.written()).toMatch(/no connection to mqtt:\/\/127\.0\.0\.1:2: .*\n(?:.*\n)*connected to ws:/);

    const said = await success(lentStack.call(sayHttp.say, owner, { text: 'Guarded', targets: { devices: [serial] } }));
    const run = () => success(lentStack.call(announcementsHttp.run, owner, { run_id: said.run_id }));
    await until('it has spoken', run, ({ deliveries }) => deliveries[0]?.state === 'finished');
    expect(new Set(proxy.asked)).toEqual(new Set(ports));

    await device.end();
    await until('the device is offline', info, ({ status }) => status === 'offline');
    device.start();
    await until('the device is online again', info, ({ status }) => status === 'online');
    expect(device.written()).not.toMatch(/no connection to/);
  },
);
