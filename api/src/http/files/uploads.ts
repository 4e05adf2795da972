import { AppError } from '../../errors.ts';
import type { Space } from '../../storage/index.ts';
import { createSemaphore, TooManyWaiting } from '../../lib/semaphore.ts';
import { rateLimited } from '../rate-limit/rate-limit.ts';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const MB = 1024 * 1024;
export type UploadLimits = {
  /** Uploads at the same time, of one user, of one organisation and of all, until the file is stored. */
  perUser: number;
  perOwner: number;
  /** What of those of an organisation is kept for branches that have none. */
  perOwnerFree: number;
  atOnce: number;
  /** What of these is kept for organisations that have none. */
  free: number;
  waitMs: number;
  /** What an upload without a stated length reserves at a time. */
  stepBytes: number;
  /** All uploads stop where less than one of both would be left of the disk. */
  minFreeBytes: number;
  minFreeShare: number;
};
export const UPLOAD_LIMITS: UploadLimits = {
  perUser: 2,
  perOwner: 8,
  perOwnerFree: 2,
  atOnce: 32,
  free: 16,
  waitMs: 10_000,
  stepBytes: 4 * MB,
  minFreeBytes: 5 * 1024 * MB,
  minFreeShare: 0.1,
};
const RETRY_AFTER_S = 5;
const ORGANISATION_UPLOADS = 'Others of your organisation are uploading files.';

/** Where the user has a quota: what is left of it now, and the error of an upload that needs more. */
type Quota = { bytes: number; exceeded: () => AppError };

export type UploadBudget = {
  /** Reserves so many bytes in all, of the quota of the user and of the disk. Throws files_unavailable, and the error of the quota. */
  reserve(bytes: number, quota?: Quota): Promise<void>;
  /** Counts bytes before they are written, and reserves more where these are more than is reserved. Throws as `reserve`. */
  receive(bytes: number, quota?: Quota): Promise<void>;
};

export type Uploads = {
  /** The bytes are reserved until `work` has ended. Throws rate_limited while too many are running. */
  run<T>(uploader: Uploader, work: (budget: UploadBudget) => Promise<T>): Promise<T>;
};

type Uploader = { userId: number; ownerId: number; branch?: number | undefined };
export const ownUpload = (userId: number): Uploader => ({ userId, ownerId: userId });

type Running = Uploader & { reserved: number; received: number };

export function createUploads(readSpace: () => Promise<Space>, limits: UploadLimits = UPLOAD_LIMITS): Uploads {
  const running = new Set<Running>();
  const ofOwner = (ownerId: number): Running[] => [...running].filter((upload) => upload.ownerId === ownerId);
  const { perUser, perOwner, perOwnerFree, atOnce, free, waitMs } = limits;
  const permits = createSemaphore<number>({
    pool: 'uploads',
    atOnce,
    perKey: perOwner,
    perKeyFree: perOwnerFree,
    perPart: perUser,
    free,
    waitMs,
    promisedMs: waitMs / 2,
  });

  async function limited<T>({ userId, ownerId, branch }: Uploader, work: () => Promise<T>): Promise<T> {
    try {
      return await permits.run(ownerId, work, { branch, part: userId });
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      if (error.because === 'full') throw rateLimited(RETRY_AFTER_S, 'Others are uploading files.');
      const own = ofOwner(ownerId).filter((upload) => upload.userId === userId).length;
      const text = own >= perUser ? `You are uploading ${perUser} files already.` : ORGANISATION_UPLOADS;
      throw rateLimited(RETRY_AFTER_S, text);
    }
  }

  async function requireSpace(): Promise<void> {
    const { free, size } = await readSpace();
    const expected = sum([...running].map(({ reserved, received }) => Math.max(0, reserved - received)));
    if (free - expected >= Math.max(limits.minFreeBytes, size * limits.minFreeShare)) return;
    throw new AppError('files_unavailable', 'The server is short of disk space, so it takes no files now');
  }

  function budgetOf(upload: Running): UploadBudget {
    const roomIn = (quota: Quota): number =>
      quota.bytes - sum(ofOwner(upload.ownerId).map((other) => (other === upload ? 0 : other.reserved)));

    async function reserve(bytes: number, quota?: Quota): Promise<void> {
      if (quota && bytes > roomIn(quota)) throw quota.exceeded();
      const before = upload.reserved;
      upload.reserved = Math.max(before, bytes);
      try {
        await requireSpace();
      } catch (error) {
        upload.reserved = before;
        throw error;
      }
    }
    return {
      reserve,
      async receive(bytes, quota) {
        upload.received += bytes;
        // Others may have filled the disk since.
        if (upload.received <= upload.reserved) return requireSpace();
        // The last step of a quota is a smaller one.
        const target = upload.received + limits.stepBytes;
        await reserve(Math.max(upload.received, quota ? Math.min(target, roomIn(quota)) : target), quota);
      },
    };
  }

  return {
    run: (uploader, work) =>
      limited(uploader, async () => {
        const upload: Running = { ...uploader, reserved: 0, received: 0 };
        running.add(upload);
        try {
          return await work(budgetOf(upload));
        } finally {
          running.delete(upload);
        }
      }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** `title`: what is uploaded, in the error: An archive. `announcedBytes`: 0 where the client states no length. */
type Limits = { maxBytes: number; announcedBytes: number; title: string; budget: UploadBudget; quota?: Quota };

/**
 * Writes an upload to a new file while it arrives, within its budget. Throws payload_too_large beyond `maxBytes`, before it is
 * received where the client announces its length, and the errors of the budget. The connection stays open for the answer.
 */
export async function receiveFile(body: Readable, file: string, limits: Limits): Promise<void> {
  const { maxBytes, announcedBytes, title, budget, quota } = limits;
  if (announcedBytes > maxBytes) throw tooLarge(title, maxBytes);
  await budget.reserve(announcedBytes, quota);
  async function* limited(): AsyncGenerator<Buffer> {
    let received = 0;
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(title, maxBytes);
      await budget.receive(chunk.length, quota);
      yield chunk;
    }
  }
  await pipeline(limited, createWriteStream(file, { flags: 'wx', flush: true }));
}

const tooLarge = (title: string, maxBytes: number): AppError =>
  new AppError('payload_too_large', `${title} has at most ${maxBytes / 1024 / 1024} MB`);
