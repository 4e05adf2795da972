import type { Response } from 'express';
import { AppError } from '../../errors.ts';
import { createSemaphore, type Semaphore, type SemaphoreOptions, type Urgency } from '../../lib/semaphore.ts';
import { rateLimited } from '../rate-limit/rate-limit.ts';
import type { DevicePrincipal, Principal } from '../routes/principal.ts';

const RETRY_AFTER_S = 2;
const tooMany = (): AppError => rateLimited(RETRY_AFTER_S, 'Too many downloads at once.');
/** How long a download waits for its slot: less than clients wait for an answer. */
const WAIT_MS = 10_000;
const WAITING_PER_ORGANISATION = 100;

/** By the organisation, and within it by the person or device. */
export type DownloadSlots = Pick<Semaphore<number>, 'tryAcquire' | 'acquire'>;
type Person = Pick<Principal, 'id' | 'memberships' | 'api_key'>;
type Downloader = { organisation: number; part: string };

type SlotOptions = Required<Pick<SemaphoreOptions, 'pool' | 'atOnce' | 'perKey' | 'perPart' | 'free' | 'sure'>>;

/** Limits the concurrent downloads, so that nobody uses up the connections of the process, and others can always begin one. */
export const createDownloadSlots = (options: SlotOptions): DownloadSlots =>
  createSemaphore<number>({
    ...options,
    waitingPerKey: WAITING_PER_ORGANISATION,
    waitMs: WAIT_MS,
    promisedMs: WAIT_MS / 2,
    refusal: tooMany,
  });

/** Devices without an owner share what one organisation has. Throws forbidden for one that waits for its approval: it gets no files. */
export function downloaderOf(user: Person | null, device: DevicePrincipal | null): Downloader {
  if (device?.device_mode === 'wait')
    throw new AppError('forbidden', 'This device waits for its approval, and gets no files before');
  if (device) return { organisation: device.owner_id ?? 0, part: `device ${device.serial}` };
  return { organisation: organisationOf(user), part: `user ${user?.id}` };
}

/** The organisation whose share a person uses: their own. All programs of an organisation use its share. */
function organisationOf(user: Person | null): number {
  const ofProgram = user?.api_key ? user.memberships?.[0]?.owner_id : undefined;
  return ofProgram ?? user?.id ?? 0;
}

/**
 * Occupies a slot until the answer has ended, however it ends. Waits for one where none is free.
 * @param urgencyOf asked only where it has to wait
 * @throws rate_limited
 */
export async function occupySlot(
  slots: DownloadSlots,
  { organisation, part }: Downloader,
  res: Response | undefined,
  urgencyOf: () => Promise<Urgency> = async () => 'other',
): Promise<void> {
  const release =
    slots.tryAcquire(organisation, { part }) ?? (await waitForSlot(slots, { organisation, part }, res, urgencyOf));
  // If the client has closed the connection while it waited, `close` was emitted before.
  if (!res || res.closed) release();
  else res.once('close', release);
}

async function waitForSlot(
  slots: DownloadSlots,
  { organisation, part }: Downloader,
  res: Response | undefined,
  urgencyOf: () => Promise<Urgency>,
) {
  const closed = new AbortController();
  const abort = (): void => closed.abort(tooMany());
  res?.once('close', abort);
  try {
    const urgency = await urgencyOf();
    if (res?.closed) abort();
    return await slots.acquire(organisation, { part, urgency, signal: closed.signal });
  } finally {
    res?.off('close', abort);
  }
}
