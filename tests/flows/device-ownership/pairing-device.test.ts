import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { expect, onTestFinished } from 'vitest';
import { prepareUnpairedDevice } from '../../support/devices/unpaired-device.ts';
import { createSpeakers, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

flow('a device without a key is online once its code was entered, and again after a restart', async ({ lentStack }) => {
  const owner = await createUser(lentStack);
  const { company } = await createSpeakers(lentStack, owner, 0);
  const device = prepareUnpairedDevice(lentStack.url);
  onTestFinished(device.close);
  device.start();
  // Each row of a QR code, two modules high, beside the code.
  await until('it shows a QR code', () => (device.written().match(/[▀▄█ ]{25,}/g)?.length ?? 0) > 12);
  const fields = { user_code: await device.code(), company_id: company.company_id, name: 'Entrance' };
  const { serial } = await success(lentStack.call(pairingHttp.pair, owner, fields));
  const status = async () => (await success(lentStack.call(devicesHttp.info, owner, { device: serial }))).status;
  await until('the device is online', status, (is) => is === 'online');
  await device.end();
  await until('the device is offline', status, (is) => is === 'offline');
  device.start();
  await until('the device is online again', status, (is) => is === 'online');
  expect(device.written()).not.toMatch(/code \w{3}-\w{3}/);
});

flow('a device that cannot store its key keeps it until it can', async ({ lentStack }) => {
  const owner = await createUser(lentStack);
  const { company } = await createSpeakers(lentStack, owner, 0);
  const device = prepareUnpairedDevice(lentStack.url);
  onTestFinished(device.close);
  device.start();
  const fields = { user_code: await device.code(), company_id: company.company_id, name: 'Entrance' };
  // As on a full disk its file cannot be written.
  const inTheWay = join(device.folder, 'paired.json.new');
  mkdirSync(inTheWay);
  const { serial } = await success(lentStack.call(pairingHttp.pair, owner, fields));
  await until('it says so', () => device.written().includes('what the console gave cannot be stored'));
  rmdirSync(inTheWay);
  const status = async () => (await success(lentStack.call(devicesHttp.info, owner, { device: serial }))).status;
  await until('the device is online', status, (is) => is === 'online');
});
