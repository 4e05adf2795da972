import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { ApiClient } from './api-client.ts';
import { sleep, type Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import type { DeviceProfile } from './device-profiles.ts';
import { enrolChunk } from './enrol-chunk.ts';
import { createRefusedDevices } from './refused-devices.ts';

/** Devices created by one call. */
const CHUNK = 500;
/** The delay before a key that the broker refused is replaced, so that other devices of the fleet can connect with their keys first. */
export const RE_ENROLMENT_DELAY_MS = 5_000;
const RETRY = { firstMs: 1_000, maxMs: 15_000 };

export type EnrolmentDeps = {
  api: ApiClient;
  clock: Clock;
  random: Random;
  log: (line: string) => void;
  /**
   * Whether a device may be created, or its key be reset. False if the server knows others of the fleet, because then an
   * administrator has deleted or re-keyed this one and must admit it again.
   */
  canReset: (profile: DeviceProfile) => boolean;
  /** Whether the device still has no valid key. */
  needsKey: (profile: DeviceProfile) => boolean;
  enrolled: (profile: DeviceProfile, deviceKey: string) => void;
};

/** Fetches keys for devices without a valid one, in chunks, until stopped. */
export function startEnrolment(deps: EnrolmentDeps) {
  const { api, clock, random, log, canReset } = deps;
  const waiting = new Set<DeviceProfile>();
  const refusedDevices = createRefusedDevices({
    clock,
    random,
    needsKey: deps.needsKey,
    retry: (profile) => request([profile]),
  });
  const abort = new AbortController();
  let isProcessing = false;
  let failures = 0;

  async function processQueue(): Promise<void> {
    if (isProcessing) return;
    isProcessing = true;
    while (waiting.size > 0 && !abort.signal.aborted) {
      const chunk = [...waiting].slice(0, CHUNK);
      try {
        await enrolChunk(chunk, { api, log, canReset, refused, enrolled, signal: abort.signal });
        if (failures > 0) log('the api answers again');
        failures = 0;
      } catch (error) {
        if (failures === 0) log(`${(error as Error).message}, trying again`);
        await sleep(clock, backoffMs(failures++, RETRY, random.next));
      }
    }
    isProcessing = false;
  }

  function enrolled(profile: DeviceProfile, deviceKey: string): void {
    waiting.delete(profile);
    refusedDevices.remove(profile);
    deps.enrolled(profile, deviceKey);
  }

  function refused(profile: DeviceProfile): boolean {
    waiting.delete(profile);
    return refusedDevices.add(profile);
  }

  function request(profiles: readonly DeviceProfile[]): void {
    for (const profile of profiles) if (!refusedDevices.isDelayed(profile)) waiting.add(profile);
    void processQueue();
  }

  return {
    /** Requests keys, except for devices that were refused recently. */
    request,
    stop(): void {
      abort.abort();
    },
  };
}
