import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Observer } from '../../../support/devices/observer.ts';
import { startSimulatedDevices, type SimulatedDevices } from '../../../support/devices/simulated-devices.ts';
import { until } from '../../../support/until.ts';

let simulation: SimulatedDevices;
let observer: Observer;
beforeEach(async () => {
  simulation = await startSimulatedDevices();
  observer = simulation.observer;
});
afterEach(() => simulation.stop());

describe('a connected device', () => {
  test('publishes status, configuration and three players, all retained', async () => {
    const device = await simulation.startOnline();
    await until('all is published', () => observer.received.length >= 5);
    const late = await simulation.observe();
    await until('all that is retained', () => late.received.length === 5);
    expect(late.received.every(({ retain }) => retain)).toBe(true);
    expect(late.received.map(({ topic }) => topic).sort()).toEqual(
      [
        topics.configReported(device.serial),
        topics.player(device.serial, 'music'),
        topics.player(device.serial, 'radio'),
        topics.player(device.serial, 'voice'),
        topics.status(device.serial),
      ].sort(),
    );
    await late.disconnect();
  });

  test('publishes metrics at its interval, numbered from one', async () => {
    const device = await simulation.startOnline({ intervalMs: 40 });
    await until('five metrics', () => simulation.seqs(device).length >= 5);
    expect(simulation.seqs(device).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  test('is reported offline by its last will when it is killed', async () => {
    const device = await simulation.startOnline();
    device.kill();
    await until('offline', () => observer.last('status', device.serial)?.status === 'offline');
    expect(simulation.statuses(device)).toEqual(['online', 'offline']);
  });

  test('publishes that it is offline when it disconnects, and its last will is not published', async () => {
    const device = await simulation.startOnline();
    await device.stop();
    await until('offline', () => observer.last('status', device.serial)?.status === 'offline');
    const other = await simulation.startOnline();
    expect(simulation.statuses(device)).toEqual(['online', 'offline']);
    expect(other.status()).toBe('online');
  });

  test('reconnects after a lost connection', async () => {
    const device = await simulation.startOnline();
    device.drop();
    await until('back', () => simulation.statuses(device).length >= 3);
    expect(simulation.statuses(device)).toEqual(['online', 'offline', 'online']);
  });

  test('reports that it is rejected with a wrong key', async () => {
    let refused = 0;
    const device = simulation.start({ deviceKey: 'wrong', refused: () => void refused++ });
    await until('refused', () => refused > 0);
    expect(device.status()).toBe('offline');
    expect(simulation.statuses(device)).toEqual([]);
  });
});

describe('metrics', () => {
  test('stay in the journal until the server has committed them, and are sent again after a reconnection', async () => {
    const device = await simulation.startOnline();
    for (let at = 0; at < 4; at++) device.measure();
    await until('four metrics', () => simulation.seqs(device).length === 4);
    expect(device.flash.journal.size).toBe(4);
    await observer.publish(topics.acks(device.serial), { metrics_seq: 2 });
    await until('acknowledged', () => device.flash.journal.size === 2);
    const before = observer.all('metrics', device.serial);
    device.drop();
    await until('sent again', () => simulation.seqs(device).length === 6);
    expect(simulation.seqs(device)).toEqual([1, 2, 3, 4, 3, 4]);
    expect(observer.all('metrics', device.serial).slice(4)).toEqual(before.slice(2));
  });

  test('recorded without a connection are sent afterwards, in order', async () => {
    const device = await simulation.startOnline();
    device.measure();
    await until('one', () => simulation.seqs(device).length === 1);
    await simulation.stopBroker();
    await until('alone', () => !device.isConnected);
    for (let at = 0; at < 60; at++) device.measure();
    await simulation.startBroker();
    observer = simulation.observer;
    await until('all of them', () => simulation.seqs(device).length === 61);
    expect(simulation.seqs(device)).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
  });
});
