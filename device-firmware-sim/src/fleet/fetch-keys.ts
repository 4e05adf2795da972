import { ApiUnavailableError, type ApiClient, type EnrolmentResult } from './api-client.ts';
import type { DeviceProfile } from './device-profiles.ts';

/** Concurrent enrolments, limited because the api also serves users. */
const PARALLEL = 8;

type FetchKeysOptions = {
  api: ApiClient;
  signal: AbortSignal;
  answered: (profile: DeviceProfile, answer: EnrolmentResult) => void;
};

/** Enrols the devices, several at a time. Rejects with the first error, once no call is running any more. */
export async function fetchKeys(
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
