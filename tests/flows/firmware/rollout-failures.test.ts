/** @module-tag full */
import { makeSigningKey } from '@belfry/device-firmware-sim/testing/make-archive';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import { startFaultyProxy, type DownloadFault } from '../../support/devices/faulty-proxy.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import {
  createArchive,
  endPauseOfRollout,
  startRolloutDevices,
  type RolloutDevices,
  untilRollout,
} from '../../support/firmware.ts';

const DEVICES = 500;
const TIMEOUT_MS = 600_000;
type Fault = DownloadFault | 'wrong signature' | 'loss of power';
/** By the position of a device: every fifth device has each fault, and every fifth has none. */
const FAULTS: (Fault | undefined)[] = ['corrupt', 'truncated', 'wrong signature', 'loss of power', undefined];

let stack: Stack;
let admin: TestUser;
let archive: ClientArchive;
let fleet: RolloutDevices;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
const faults = new Map<string, Fault>();

beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
  archive = await createArchive(stack, admin);
  proxy = await startFaultyProxy(stack.url, (serial) => {
    const fault = faults.get(serial);
    return fault === 'corrupt' || fault === 'truncated' ? fault : undefined;
  });
  fleet = await startRolloutDevices(stack, DEVICES, { apiUrl: proxy.url });
}, TIMEOUT_MS);
afterAll(async () => {
  // The preparation may have failed.
  (fleet as RolloutDevices | undefined)?.stop();
  proxy.stop();
  await stack.stop();
});

/** From now on most devices fail: each in its way. */
function breakDevices(): void {
  const otherKey = makeSigningKey().publicKey;
  for (const [position, device] of [...fleet.devices.values()].entries()) {
    const fault = FAULTS[position % FAULTS.length];
    if (device.flash.memory.device_version !== '3.3' || !fault) continue;
    faults.set(device.serial, fault);
    if (fault === 'wrong signature') device.flash.memory.firmware_key = otherKey;
  }
}

/** Takes the power of the devices with this fault during the switch, and again during the first start of the new version. */
function losePower(): { stop(): void } {
  const done = new Set<string>();
  const timer = setInterval(() => {
    for (const device of fleet.devices.values()) {
      const { serial, flash } = device;
      if (faults.get(serial) !== 'loss of power' || done.has(serial) || !flash.memory.slots?.trial) continue;
      done.add(serial);
      fleet.restart(fleet.restart(device));
    }
  }, 1);
  return { stop: () => clearInterval(timer) };
}

it(
  'a rollout to 500 devices stops when they fail, each says why, and all of them still have a working version',
  { timeout: TIMEOUT_MS },
  async () => {
    const { rollout_id } = (
      await stack.call(rolloutsHttp.start, admin, {
        filename: archive.filename,
        phases: [1, 10, 100],
        phase_pause_s: 3_600,
      })
    ).body;
    await endPauseOfRollout(stack, rollout_id);
    await untilRollout(stack, admin, rollout_id, ({ counts }) => counts.installed === DEVICES / 10);
    await stack.call(rolloutsHttp.pause, admin, { rollout_id });
    breakDevices();
    const power = losePower();
    await stack.call(rolloutsHttp.resume, admin, { rollout_id });
    await endPauseOfRollout(stack, rollout_id);

    const stopped = await untilRollout(stack, admin, rollout_id, ({ state }) => state === 'stopped');
    expect(stopped.reason).toMatch(/^\d+ of \d+ devices failed \(\d+ %\), which is more than allowed$/);
    const isSettled = async (): Promise<boolean> => {
      const { counts } = (await stack.call(rolloutsHttp.read, admin, { rollout_id })).body;
      return counts.downloading + counts.verifying === 0;
    };
    await until('the outcome of every device that got the command', isSettled, Boolean, 180_000);
    power.stop();

    const found = (await stack.call(rolloutsHttp.devices, admin, { rollout_id, page_size: 500 })).body;
    const failed = found.filter(({ state }) => state === 'failed' || state === 'rolled_back');
    expect(new Set(failed.map(({ error_type }) => error_type))).toEqual(
      new Set(['hash_mismatch', 'download_failed', 'signature_invalid', 'rolled_back']),
    );
    expect(failed.every(({ reason }) => reason !== null && reason !== '')).toBe(true);
    // Most of the fleet was spared.
    expect(found.filter(({ state }) => state === 'pending').length).toBeGreaterThan(DEVICES / 2);
    await until(
      'all devices are online',
      () => [...fleet.devices.values()].every(({ isConnected }) => isConnected),
      Boolean,
      60_000,
    );
    for (const { serial, state } of found) {
      const { memory } = fleet.devices.get(serial)!.flash;
      expect(memory.device_version, `${serial}: ${state}`).toBe(
        state === 'installed' ? archive.firmware_version : '3.3',
      );
      expect(memory.slots?.trial ?? null).toBeNull();
      if (memory.slots) expect(memory.slots.versions[memory.slots.active]?.version).toBe(memory.device_version);
    }
  },
);
