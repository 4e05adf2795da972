/** @module-tag full */
import type { Device } from '@belfry/device-firmware-sim/device/device';
import { startArchiveServer, type ArchiveServer } from '@belfry/device-firmware-sim/testing/archive-server';
import { makeArchive, makeSigningKey } from '@belfry/device-firmware-sim/testing/make-archive';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fastClock } from '../../support/devices/fast-clock.ts';
import { startSimulatedDevices, type SimulatedDevices } from '../../support/devices/simulated-devices.ts';
import { until } from '../../support/until.ts';

const { key, publicKey } = makeSigningKey();
let simulation: SimulatedDevices;
let server: ArchiveServer;
beforeEach(async () => {
  simulation = await startSimulatedDevices();
  server = await startArchiveServer(await makeArchive(key), publicKey);
});
afterEach(async () => {
  server.stop();
  await simulation.stop();
});

/** @param factor with 3, a trial of a minute lasts longer than a busy machine pauses */
const options = (factor = 3) => ({ apiUrl: server.url, firmwareKey: publicKey, clock: fastClock(factor) });
const install = (device: Device): Promise<string> =>
  simulation.observer.command(device.serial, 'install', server.params);
/** The final response to a command. */
const answerTo = (device: Device, id: string): Promise<ResponseMessage | undefined> =>
  until('the answer', () =>
    simulation.observer.all('responses', device.serial).find((r) => r.correlation_id === id && r.phase === 'done'),
  );
/** Kills the device as soon as its flash says that the other version starts next. Polling could miss that moment. */
function killAtSwitch(device: Device): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { memory } = device.flash;
  let { slots } = memory;
  Object.defineProperty(memory, 'slots', {
    enumerable: true,
    configurable: true,
    get: () => slots,
    set(next: typeof slots) {
      slots = next;
      if (next?.trial?.boots !== 0) return;
      Object.defineProperty(memory, 'slots', { enumerable: true, configurable: true, writable: true, value: next });
      queueMicrotask(() => {
        device.kill();
        resolve();
      });
    },
  });
  return promise;
}
const isOnTrial = ({ flash }: Device): boolean => flash.memory.slots?.trial != null;

/** Stops the broker during the download, and waits until the new version is on trial. @returns the id of the command */
async function installWithoutBroker(device: Device): Promise<string> {
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let requests = 0;
  server.answerWith((_req, res) => {
    if (requests++ > 0) return false;
    requested.resolve();
    void released.promise.then(() => res.destroy());
    return true;
  });
  const id = await install(device);
  await requested.promise;
  await simulation.stopBroker();
  released.resolve();
  await until('the trial', () => isOnTrial(device));
  return id;
}
/** Simulates that the power returns after `kill`. */
const powerOn = ({ serial, flash }: Device): Device => simulation.start({ serial, flash, ...options() });

it('an archive is installed with a restart, and the new version is reported', async () => {
  const device = await simulation.startOnline(options());
  const answer = await answerTo(device, await install(device));
  expect(answer).toMatchObject({ success: true, result: { version: '4.2' } });
  expect(simulation.statuses(device)).toEqual(['online', 'maintenance', 'offline', 'online']);
  expect(simulation.observer.last('status', device.serial)?.device_version).toBe('4.2');
});

it('a version that does not reach the broker within a minute is replaced by the previous one, which says so', async () => {
  const device = await simulation.startOnline(options(10));
  const before = device.flash.memory.device_version;
  const id = await installWithoutBroker(device);
  await until('the rollback', () => !isOnTrial(device));
  expect(device.flash.memory.device_version).toBe(before);
  await simulation.startBroker();
  expect(await answerTo(device, id)).toMatchObject({ success: false, error_type: 'rolled_back' });
  expect(simulation.observer.last('status', device.serial)?.device_version).toBe(before);
});

it('a version whose main program is empty is never started, and is replaced as well', async () => {
  server.stop();
  server = await startArchiveServer(
    await makeArchive(key, 4.4, [{ path: 'main.ts', content: Buffer.alloc(0) }]),
    publicKey,
  );
  const device = await simulation.startOnline(options(10));
  const before = device.flash.memory.device_version;
  expect(await answerTo(device, await install(device))).toMatchObject({ success: false, error_type: 'rolled_back' });
  expect(device.flash.memory.device_version).toBe(before);
});

describe('a loss of power', () => {
  it('during the download: the old version runs, and the command is answered as interrupted', async () => {
    const requested = Promise.withResolvers<void>();
    server.answerWith((_req, res) => {
      res.writeHead(200, { 'content-length': 500 });
      res.write('the beginning');
      requested.resolve();
      return true;
    });
    const device = await simulation.startOnline(options());
    const before = device.flash.memory.device_version;
    const id = await install(device);
    await requested.promise;
    device.kill();
    expect(await answerTo(powerOn(device), id)).toMatchObject({ success: false, error_type: 'interrupted' });
    expect(device.flash.memory.device_version).toBe(before);
  });

  it('during the switch: the new version starts and is confirmed', async () => {
    const device = await simulation.startOnline(options());
    const killed = killAtSwitch(device);
    const id = await install(device);
    await killed;
    expect(await answerTo(powerOn(device), id)).toMatchObject({ success: true, result: { version: '4.2' } });
    expect(device.flash.memory.slots?.trial).toBeNull();
  });

  it('during the first start of the new version: the previous one returns, and says so', async () => {
    const device = await simulation.startOnline(options());
    const before = device.flash.memory.device_version;
    const id = await installWithoutBroker(device);
    device.kill();
    powerOn(device).kill();
    await simulation.startBroker();
    expect(await answerTo(powerOn(device), id)).toMatchObject({ success: false, error_type: 'rolled_back' });
    expect(simulation.observer.last('status', device.serial)).toMatchObject({
      status: 'online',
      device_version: before,
    });
  });
});
