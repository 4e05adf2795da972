import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import { AppError } from '../../errors.ts';
import {
  createSemaphore,
  type Semaphore,
  type SemaphoreOptions,
  type Turn,
  type Urgency,
} from '../../lib/semaphore.ts';
import { rateLimited } from '../rate-limit/rate-limit.ts';
import type { DevicePrincipal, Principal } from '../routes/principal.ts';

const RETRY_AFTER_S = 2;
const tooMany = (): AppError => rateLimited(RETRY_AFTER_S, 'Too many downloads at once.');
/** How long a download waits for its slot: less than clients wait for an answer. */
const WAIT_MS = 10_000;
const WAITING_PER_ORGANISATION = 100;

/** By the organisation, and within it by branch, and by person or device. */
export type DownloadSlots = Pick<Semaphore<number>, 'tryAcquire' | 'acquire'>;
type BranchOf = (companyId: number | null | undefined) => Promise<number | undefined>;
type Person = Pick<Principal, 'id' | 'memberships' | 'api_key'>;
type Downloader = { organisation: number; branch: number | undefined; part: string; urgency: 'devices' | 'other' };

/** A download in the turns of its organisation. */
export type InTurn = {
  /** Runs what it needs of the database or the disk before it is sent. */
  prepare<T>(this: void, work: () => Promise<T>): Promise<T>;
  /** Waits until its next chunk may be sent. */
  nextChunk(this: void): Promise<void>;
};
const QUEUE = { waitingPerKey: Infinity, promisedMs: 1_000 };
/** So few that whoever is next waits for no more than a moment, whatever has begun. */
const preparations = createSemaphore<number>({ ...QUEUE, pool: 'preparing', atOnce: 6, perKey: 2, free: 4 });
/** The main thread needs a quarter of it for a chunk of 64 kB, so that everything else is done between chunks; all send 1 Gbit a second. */
const CHUNK_MS = 1;
const chunks = createSemaphore<number>({ ...QUEUE, pool: 'sending', atOnce: 2, perKey: 1 });

type SlotOptions = Required<
  Pick<SemaphoreOptions, 'pool' | 'atOnce' | 'perKey' | 'perKeyFree' | 'perPart' | 'free' | 'sure'>
>;

/** Limits the concurrent downloads, so that nobody uses up the connections of the process, and others can always begin one. */
export const createDownloadSlots = (options: SlotOptions): DownloadSlots =>
  createSemaphore<number>({
    ...options,
    waitingPerKey: WAITING_PER_ORGANISATION,
    waitMs: WAIT_MS,
    promisedMs: WAIT_MS / 2,
    refusal: tooMany,
  });

/**
 * Devices without an owner share what one organisation has; people use the share of their own, programs that of theirs. Throws forbidden for a device that
 * waits for its approval: it gets no files.
 */
export async function downloaderOf(
  branchOf: BranchOf,
  user: Person | null,
  device: DevicePrincipal | null,
): Promise<Downloader> {
  if (device?.device_mode === 'wait')
    throw new AppError('forbidden', 'This device waits for its approval, and gets no files before');
  if (device) {
    const { owner_id, company_id, serial } = device;
    return {
      organisation: owner_id ?? 0,
      branch: await branchOf(company_id),
      part: `device ${serial}`,
      urgency: 'devices',
    };
  }
  const node = user?.api_key ? user.memberships?.[0] : undefined;
  return downloadOf(node?.owner_id ?? user?.id ?? 0, await branchOf(node?.company_id), user);
}

export const downloadOf = (
  organisation: number,
  branch: number | undefined,
  user: Pick<Person, 'id'> | null,
): Downloader => ({
  organisation,
  branch,
  part: `user ${user?.id}`,
  urgency: 'other',
});

/**
 * Occupies a slot until the answer has ended, however it ends. Waits for one where none is free.
 * @param urgencyOf asked only where it has to wait
 * @returns what runs the work of this download
 * @throws rate_limited
 */
export async function occupySlot(
  slots: DownloadSlots,
  { organisation, branch, part, urgency }: Downloader,
  res: Response | undefined,
  urgencyOf: () => Promise<Urgency> = async () => urgency,
): Promise<InTurn> {
  const turn: Turn = { branch, part, urgency };
  const inTurn: InTurn = {
    prepare: (work) => preparations.run(organisation, work, turn),
    nextChunk: () => chunks.run(organisation, () => delay(CHUNK_MS), turn),
  };
  const release =
    slots.tryAcquire(organisation, turn) ??
    (await whileOpen(res, async (signal) => {
      turn.urgency = await inTurn.prepare(urgencyOf);
      return slots.acquire(organisation, { ...turn, signal });
    }));
  // If the client has closed the connection while it waited, `close` was emitted before.
  if (!res || res.closed) release();
  else res.once('close', release);
  return inTurn;
}

/** @param wait gets a signal that is aborted when the client closes the connection */
async function whileOpen<T>(res: Response | undefined, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const closed = new AbortController();
  const abort = (): void => closed.abort(tooMany());
  res?.once('close', abort);
  try {
    return await wait(closed.signal);
  } finally {
    res?.off('close', abort);
  }
}
