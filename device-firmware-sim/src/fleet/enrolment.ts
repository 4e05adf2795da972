import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { ApiClient, EnrolmentResult } from './api-client.ts';
import { sleep, type Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import type { DeviceProfile } from './device-profiles.ts';
import { fetchKeys } from './fetch-keys.ts';
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
  const { api, clock, random, log } = deps;
  const waiting = new Set<DeviceProfile>();
  const refused = createRefusedDevices({
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
        await enrolChunk(chunk);
        if (failures > 0) log('the api answers again');
        failures = 0;
      } catch (error) {
        if (failures === 0) log(`${(error as Error).message}, trying again`);
        await sleep(clock, backoffMs(failures++, RETRY, random.next));
      }
    }
    isProcessing = false;
  }

  async function enrolChunk(chunk: DeviceProfile[]): Promise<void> {
    const resettable = api.canProvision ? chunk.filter(deps.canReset) : [];
    if (resettable.length > 0) await api.provision({ devices: resettable.map(provisioningOf), reset: false });
    const withLostKey = await enrolEach(chunk, new Set(resettable));
    if (withLostKey.length === 0 || abort.signal.aborted) return;
    log(`${countOf(withLostKey)} enrolled before, but the key is lost: resetting it`);
    await api.provision({ devices: withLostKey.map(provisioningOf), reset: true });
    await enrolEach(withLostKey, new Set());
  }

  /** Returns the devices of `resettable` whose key was fetched before. */
  async function enrolEach(
    profiles: readonly DeviceProfile[],
    resettable: ReadonlySet<DeviceProfile>,
  ): Promise<DeviceProfile[]> {
    const withLostKey: DeviceProfile[] = [];
    const reasons = new Map<string, DeviceProfile[]>();
    const answered = (profile: DeviceProfile, answer: EnrolmentResult): void => {
      if (answer.kind === 'already_enrolled' && resettable.has(profile)) withLostKey.push(profile);
      else applyResult(profile, answer, reasons);
    };
    await fetchKeys(profiles, { api, signal: abort.signal, answered });
    for (const [reason, group] of reasons) log(`${countOf(group)} not enrolled: ${reason}`);
    return withLostKey;
  }

  function applyResult(profile: DeviceProfile, answer: EnrolmentResult, reasons: Map<string, DeviceProfile[]>): void {
    waiting.delete(profile);
    if (answer.kind === 'enrolled') {
      refused.remove(profile);
      return deps.enrolled(profile, answer.deviceKey);
    }
    if (!refused.add(profile)) return;
    const reason = reasonOf(answer);
    reasons.set(reason, [...(reasons.get(reason) ?? []), profile]);
  }

  function request(profiles: readonly DeviceProfile[]): void {
    for (const profile of profiles) if (!refused.isDelayed(profile)) waiting.add(profile);
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

const provisioningOf = ({ serial, pass, note }: DeviceProfile) => ({ serial, pass, note });

function reasonOf(answer: Exclude<EnrolmentResult, { kind: 'enrolled' }>): string {
  if (answer.kind === 'refused') return answer.reason;
  return answer.kind === 'unknown' ? 'the api does not know it' : 'another key was given out for it';
}

function countOf(profiles: readonly DeviceProfile[]): string {
  const [first] = profiles;
  return profiles.length === 1 && first ? `device ${first.serial}` : `${profiles.length} devices`;
}
