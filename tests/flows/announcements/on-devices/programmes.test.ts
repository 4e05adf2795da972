import { randomUUID } from 'node:crypto';
import { topics } from '@belfry/schemas/mqtt/topics';
import { type Programme, type ProgrammeRun, programmeHttp } from '@belfry/schemas/http/schedules/programme';
import type { Clock } from '@belfry/device-firmware-sim/hardware/clock';
import type { Device } from '@belfry/device-firmware-sim/device/device';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAnnouncementServer, type AnnouncementServer } from '../../../support/services/announcement-server.ts';
import { startSteadyClock, type SteadyClock } from '../../../support/devices/steady-clock.ts';
import { startSimulatedDevices, type SimulatedDevices } from '../../../support/devices/simulated-devices.ts';
import { until } from '../../../support/until.ts';
import { pathOf } from '../../../support/http-client.ts';

/** Even a busy machine has fetched a programme and its audio before. */
const BELL_MS = 60_000;
const SHORTLY_MS = 3_000;

let simulation: SimulatedDevices;
let server: AnnouncementServer;
let steady: SteadyClock;
/** How far the clock of the device has been set ahead. */
let aheadMs: number;
const clock: Clock = {
  now: () => steady.now() + aheadMs,
  monotonic: () => steady.monotonic(),
  after: (ms, task) => steady.after(ms, task),
};
beforeEach(async () => {
  steady = startSteadyClock();
  aheadMs = 0;
  simulation = await startSimulatedDevices();
  server = await startAnnouncementServer();
});
afterEach(async () => {
  server.stop();
  await simulation.stop();
  steady.stop();
});

const startOnline = (): Promise<Device> => simulation.startOnline({ apiUrl: server.url, clock });
/** The instant, by the clock of the device, that is so many milliseconds away. */
const inMs = ({ profile }: Device, ms: number): number => clock.now() + profile.behaviour.skewMs + ms;
/** Lets the time pass until shortly before the bell, whose audio is there. */
async function passUntil({ flash }: Device): Promise<void> {
  await until('the audio is there', () => flash.audio.size === 1);
  aheadMs = BELL_MS - SHORTLY_MS;
}
const iso = (at: number): string => new Date(at).toISOString();

const bell = (device: Device, ms: number): ProgrammeRun => ({
  kind: 'speech',
  run_id: randomUUID(),
  schedule_id: 1,
  title: 'Bell',
  at: iso(inMs(device, ms)),
  priority: 'scheduled',
  missed: { policy: 'skip', minutes: 1 },
  items: [server.addAudio('bell', 100)],
  repeat: 1,
  pause_ms: 0,
  volume: null,
});

const programmeOf = (device: Device, runs: ProgrammeRun[], version = 1): Programme => ({
  version,
  serial: device.serial,
  compiled_at: iso(inMs(device, -60_000)),
  valid_until: iso(inMs(device, 7 * 24 * 3_600_000)),
  time_zone: 'Europe/Riga',
  volume_max: 100,
  quiet_hours: [],
  audio: [],
  runs,
  music: [],
  emergency: [],
});

const announce = (device: Device, sha256: string, version = 1) =>
  simulation.observer.publish(topics.programme(device.serial), { version, sha256, at: new Date().toISOString() }, true);
const storedVersion = ({ flash }: Device) => flash.programme.load()?.programme.version;
const receiptsOf = (device: Device, { run_id }: ProgrammeRun) =>
  simulation.observer.all('receipts', device.serial).filter((receipt) => receipt.run_id === run_id);

test('an announced programme is fetched with its audio, and its run starts on time with the api away', async () => {
  const device = await startOnline();
  const run = bell(device, BELL_MS);
  await announce(device, server.setProgramme(programmeOf(device, [run])));
  await passUntil(device);
  server.stop();
  await until('its end', () => receiptsOf(device, run).some(({ event }) => event === 'finished'));
  const started = receiptsOf(device, run).find(({ event }) => event === 'started');
  expect(Math.abs(Date.parse(started?.at ?? '') - Date.parse(run.at))).toBeLessThan(200);
});

test('a body that is not the announced one is not used', async () => {
  const device = await startOnline();
  server.setProgramme(programmeOf(device, []));
  await announce(device, 'a'.repeat(64));
  await until('it was fetched', () => server.countOf(pathOf(programmeHttp.ownProgramme)) >= 2);
  expect(storedVersion(device)).toBeUndefined();
  await announce(device, server.setProgramme(programmeOf(device, [], 3)), 3);
  await until('the next version', () => storedVersion(device) === 3);
});

test('a programme of another device or without the contract is not used', async () => {
  const device = await startOnline();
  const other = { ...programmeOf(device, []), serial: '9999-9999-9999-9999' };
  server.setProgramme(programmeOf(device, []));
  await announce(device, server.setProgramme(programmeOf(device, [], 2)), 2);
  await until('version 2', () => storedVersion(device) === 2);
  const text = JSON.stringify(other);
  await announce(device, server.setText(device.serial, text), 3);
  await until('it was fetched', () => server.countOf(pathOf(programmeHttp.ownProgramme)) >= 2);
  expect(storedVersion(device)).toBe(2);
});

test('a restarted device plays its programme without the broker', { tags: ['full'] }, async () => {
  const device = await startOnline();
  const run = bell(device, BELL_MS);
  await announce(device, server.setProgramme(programmeOf(device, [run])));
  await passUntil(device);
  await simulation.stopBroker();
  device.kill();
  const { serial, flash } = device;
  simulation.start({ serial, flash, apiUrl: server.url, clock });
  await until('its end', () => flash.runs.get(run.run_id)?.ended === true);
  expect(flash.receipts.toArray().map(({ event }) => event)).toEqual(['fetched', 'started', 'finished']);
  await simulation.startBroker();
  // What is not acknowledged may have been sent again already.
  await until('the receipts', () => new Set(receiptsOf(device, run).map(({ seq }) => seq)).size === 3);
});

test('forgets programme, audio and receipts with a new owner', async () => {
  const device = await startOnline();
  const run = bell(device, BELL_MS);
  await announce(device, server.setProgramme(programmeOf(device, [run])));
  await until('the audio is there', () => device.flash.audio.size === 1);
  device.erase();
  expect([storedVersion(device), device.flash.audio.size, device.flash.receipts.size]).toEqual([undefined, 0, 0]);
});
