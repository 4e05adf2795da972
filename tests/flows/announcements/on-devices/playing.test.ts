import { randomUUID } from 'node:crypto';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { Device, DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAnnouncementServer, type AnnouncementServer } from '../../../support/services/announcement-server.ts';
import { startSteadyClock } from '../../../support/devices/steady-clock.ts';
import { startSimulatedDevices, type SimulatedDevices } from '../../../support/devices/simulated-devices.ts';
import { until } from '../../../support/until.ts';
import { pathOf } from '../../../support/http-client.ts';

let simulation: SimulatedDevices;
let server: AnnouncementServer;
beforeEach(async () => {
  simulation = await startSimulatedDevices();
  server = await startAnnouncementServer();
});
afterEach(async () => {
  server.stop();
  await simulation.stop();
});

const online = (options: Partial<DeviceOptions> = {}): Promise<Device> =>
  simulation.startOnline({ apiUrl: server.url, ackTimeoutMs: 300, ...options });
const receipts = ({ serial }: Device) => simulation.observer.all('receipts', serial);
/** In the order of their numbers, in which they are sent first; what is sent again may come between. */
const receiptsOf = (device: Device, runId: string) =>
  [...new Map(receipts(device).map((receipt) => [receipt.seq, receipt])).values()]
    .filter(({ run_id }) => run_id === runId)
    .toSorted((a, b) => a.seq - b.seq);
const events = (device: Device, runId: string): string[] => receiptsOf(device, runId).map(({ event }) => event);
const ends = (device: Device, runId: string) =>
  until('its end', () => events(device, runId).some((event) => event === 'finished' || event === 'interrupted'));

async function play(device: Device, items: { sha256: string; duration_ms: number }[], params = {}): Promise<string> {
  const run_id = randomUUID();
  const id = await simulation.observer.command(device.serial, 'play', {
    run_id,
    items,
    priority: 'say_now',
    ...params,
  });
  await simulation.observer.responses(device.serial, id);
  return run_id;
}
const acknowledge = (device: Device, receipts_seq: number) =>
  simulation.observer.publish(topics.acks(device.serial), { receipts_seq });

test('downloads missing audio with its key, plays it and reports it', async () => {
  const device = await online();
  const item = server.addAudio('the shop closes', 100);
  const run = await play(device, [item]);
  await ends(device, run);
  expect(events(device, run)).toEqual(['fetched', 'started', 'finished']);
  expect(server.requests).toEqual([
    { path: pathOf(audioContentHttp.download, { sha256: item.sha256 }), serial: device.serial },
  ]);
  const voice = simulation.observer
    .all('player', device.serial)
    .filter((player) => player.current_track === 'Announcement');
  expect(voice.map(({ state }) => state)).toContain('playing');
});

/** Between two announcements; see PLAY-14. */
const GAP_MS = 700;

test('cached audio starts at once, without another download', async () => {
  const clock = startSteadyClock();
  const device = await online({ clock });
  const item = server.addAudio('the shop closes', 20);
  await ends(device, await play(device, [item]));
  const sentAt = clock.now();
  const run = await play(device, [item]);
  await ends(device, run);
  clock.stop();
  const started = receiptsOf(device, run).find(({ event }) => event === 'started');
  expect(Date.parse(started?.at ?? '') - device.profile.behaviour.skewMs - sentAt).toBeLessThan(GAP_MS + 500);
  expect(server.requests).toHaveLength(1);
});

test('receipts are sent again until they are acknowledged, under the same numbers', async () => {
  const device = await online();
  await ends(device, await play(device, [server.addAudio('one', 20)]));
  await until('they are sent again', () => receipts(device).length >= 6);
  const sent = new Map(receipts(device).map((receipt) => [receipt.seq, receipt]));
  expect([...sent.keys()]).toEqual([1, 2, 3]);
  for (const receipt of receipts(device)) expect(receipt).toEqual(sent.get(receipt.seq));
  await acknowledge(device, 3);
  await until('they are deleted', () => device.flash.receipts.size === 0);
  const next = await play(device, [server.addAudio('two', 20)]);
  await ends(device, next);
  expect(receiptsOf(device, next).map(({ seq }) => seq)).toEqual([4, 5, 6]);
});

test('receipts of an announcement during an outage of the broker follow when it is back', async () => {
  const device = await online();
  const run = await play(device, [server.addAudio('long', 700)]);
  await until('it plays', () => events(device, run).includes('started'));
  await simulation.stopBroker();
  await until('it has ended', () => device.flash.runs.get(run)?.ended === true);
  await simulation.startBroker();
  await until('the last receipt', () => events(device, run).includes('finished'));
  expect(events(device, run)).toEqual(['fetched', 'started', 'finished']);
});

test('a loss of power interrupts it, which is reported after the next start', async () => {
  const device = await online();
  const run = await play(device, [server.addAudio('long', 60_000)]);
  await until('it plays', () => events(device, run).includes('started'));
  device.kill();
  simulation.start({ serial: device.serial, flash: device.flash, apiUrl: server.url });
  await ends(device, run);
  expect(receiptsOf(device, run).at(-1)).toMatchObject({ event: 'interrupted', reason: 'power was lost' });
});

test('stop ends an emergency, which repeats until then', async () => {
  const device = await online();
  const run = await play(device, [server.addAudio('fire', 50)], { priority: 'emergency', repeat: 0 });
  await until('it plays', () => events(device, run).includes('started'));
  const id = await simulation.observer.command(device.serial, 'stop', { run_id: run });
  const answers = await simulation.observer.responses(device.serial, id);
  expect(answers.at(-1)?.result).toEqual({ run_id: run, stopped: true });
  await ends(device, run);
  expect(device.flash.memory.emergencies).toEqual([]);
});
