import type { ApiClient, EnrolmentResult } from './api-client.ts';
import type { DeviceProfile } from './device-profiles.ts';
import { fetchKeys } from './fetch-keys.ts';

type EnrolChunkOptions = {
  api: ApiClient;
  log: (line: string) => void;
  signal: AbortSignal;
  /** Whether a device may be created, or its key be reset. */
  canReset: (profile: DeviceProfile) => boolean;
  /** @returns whether the device was not refused before, so that the refusal is logged */
  refused: (profile: DeviceProfile) => boolean;
  enrolled: (profile: DeviceProfile, deviceKey: string) => void;
};

/** Creates the devices that may be created, and fetches the key of each. A key that was fetched before and lost is reset. */
export async function enrolChunk(chunk: readonly DeviceProfile[], options: EnrolChunkOptions): Promise<void> {
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
