import { backoffMs } from '@belfry/schemas/timing/backoff';
import type { Device } from '../device/device.ts';
import { sleep, type Clock } from '../hardware/clock.ts';
import { eraseOwnerData, type Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import { ApiUnavailableError, type ApiClient, type EnrolmentResult } from './api-client.ts';
import type { DeviceProfile } from './device-profiles.ts';

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
  needsKey: (profile: DeviceProfile) => boolean;
  enrolled: (profile: DeviceProfile, deviceKey: string) => void;
};

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

/** A refused enrolment is retried, because an administrator may correct its cause, but rarely. */
const REFUSED_RETRY_MS = 60_000;

type RefusedDevicesDeps = {
  clock: Clock;
  random: Random;
  needsKey: (profile: DeviceProfile) => boolean;
  retry: (profile: DeviceProfile) => void;
};

/** The devices that the server has refused to enrol, each of which is tried again after a while. */
function createRefusedDevices({ clock, random, needsKey, retry }: RefusedDevicesDeps) {
  const delayed = new Set<DeviceProfile>();
  const refused = new Set<DeviceProfile>();

  return {
    isDelayed: (profile: DeviceProfile): boolean => delayed.has(profile),
    /** @returns whether it was not refused before */
    add(profile: DeviceProfile): boolean {
      delayed.add(profile);
      clock.after(REFUSED_RETRY_MS * random.between(0.9, 1.1), () => {
        delayed.delete(profile);
        if (needsKey(profile)) retry(profile);
        else refused.delete(profile);
      });
      const isNew = !refused.has(profile);
      refused.add(profile);
      return isNew;
    },
    remove: (profile: DeviceProfile): void => void refused.delete(profile),
  };
}

type EnrolChunkOptions = {
  api: ApiClient;
  log: (line: string) => void;
  signal: AbortSignal;
  canReset: (profile: DeviceProfile) => boolean;
  /** @returns whether the device was not refused before, so that the refusal is logged */
  refused: (profile: DeviceProfile) => boolean;
  enrolled: (profile: DeviceProfile, deviceKey: string) => void;
};

/** Creates the devices that may be created, and fetches the key of each. A key that was fetched before and lost is reset. */
async function enrolChunk(chunk: readonly DeviceProfile[], options: EnrolChunkOptions): Promise<void> {
  const { api, log, signal, canReset } = options;
  const resettable = api.canProvision ? chunk.filter(canReset) : [];
  if (resettable.length > 0) await api.provision({ devices: resettable.map(provisioningOf), reset: false });
  const withLostKey = await enrolEach(chunk, new Set(resettable), options);
  if (withLostKey.length === 0 || signal.aborted) return;
  log(`${countOf(withLostKey)} enrolled before, but the key is lost: resetting it`);
  await api.provision({ devices: withLostKey.map(provisioningOf), reset: true });
  await enrolEach(withLostKey, new Set(), options);
}

/** @returns the devices of `resettable` whose key was fetched before */
async function enrolEach(
  profiles: readonly DeviceProfile[],
  resettable: ReadonlySet<DeviceProfile>,
  { api, log, signal, refused, enrolled }: EnrolChunkOptions,
): Promise<DeviceProfile[]> {
  const withLostKey: DeviceProfile[] = [];
  const refusals = new Map<string, DeviceProfile[]>();
  const answered = (profile: DeviceProfile, answer: EnrolmentResult): void => {
    if (answer.kind === 'enrolled') enrolled(profile, answer.deviceKey);
    else if (answer.kind === 'already_enrolled' && resettable.has(profile)) withLostKey.push(profile);
    else if (refused(profile)) refusals.set(reasonOf(answer), [...(refusals.get(reasonOf(answer)) ?? []), profile]);
  };
  await fetchKeys(profiles, { api, signal, answered });
  for (const [reason, group] of refusals) log(`${countOf(group)} not enrolled: ${reason}`);
  return withLostKey;
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

/** Concurrent enrolments, limited because the api also serves users. */
const PARALLEL = 8;

type FetchKeysOptions = {
  api: ApiClient;
  signal: AbortSignal;
  answered: (profile: DeviceProfile, answer: EnrolmentResult) => void;
};

/** Enrols the devices, several at a time. Rejects with the first error, once no call is running any more. */
async function fetchKeys(
  profiles: readonly DeviceProfile[],
  { api, signal, answered }: FetchKeysOptions,
): Promise<void> {
  const queue = [...profiles];
  await inParallel(async () => {
    for (let profile = queue.shift(); profile && !signal.aborted; profile = queue.shift()) {
      answered(profile, await api.enroll(profile.serial, profile.pass));
    }
  });
}

/** Waits for all workers before it throws an error, so that none of them runs during the next attempt. */
async function inParallel(worker: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason instanceof Error ? failed.reason : new ApiUnavailableError(String(failed.reason));
}

/** Stores the key from an enrolment, and forgets what the former one was for. @param device null before it is started */
export function storeKey(flash: Flash, deviceKey: string, device: Pick<Device, 'erase'> | null): void {
  // A device gets a new key when its owner changes; see PLAY-8.
  if (device) device.erase();
  else eraseOwnerData(flash);
  flash.memory.device_key = deviceKey;
  // The server that issued the key owns the configuration and may count its versions from one again.
  flash.memory.config_version = 0;
  flash.changed();
}
