import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { createUploads, ownUpload, UPLOAD_LIMITS, type UploadBudget, type UploadLimits } from './uploads.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;
const FULL = { code: 'files_unavailable', message: expect.stringContaining('disk space') };
const OVER = new AppError('unprocessable', 'over the quota');

function setUp(limits: Partial<UploadLimits> = {}) {
  const space = { free: 50 * GB, size: 100 * GB };
  const uploads = createUploads(async () => ({ ...space }), { ...UPLOAD_LIMITS, ...limits });
  const beginFor = async (uploader: { userId: number; ownerId: number; branch?: number }) => {
    const begun = Promise.withResolvers<UploadBudget>();
    const ended = Promise.withResolvers<void>();
    const done = uploads.run(uploader, async (given) => {
      begun.resolve(given);
      await ended.promise;
    });
    const budget = await Promise.race([begun.promise, done.then(() => Promise.reject(new Error('ended')))]);
    const end = async (): Promise<void> => {
      ended.resolve();
      await done;
    };
    return { budget, end };
  };
  const begin = (userId: number) => beginFor(ownUpload(userId));
  const quotaOf = (bytes: number) => ({ bytes, exceeded: () => OVER });
  return { space, begin, beginFor, quotaOf };
}

describe('uploads at the same time', () => {
  it('are two of a user, some of an organisation, and as many in all as there are places', async () => {
    const { begin, beginFor } = setUp({ perOwner: 4, perOwnerFree: 0, atOnce: 6, free: 1, waitMs: 20 });
    const running = [await begin(1), await begin(1)];
    await expect(begin(1)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('2 files already'),
    });
    for (const userId of [2, 2]) running.push(await beginFor({ userId, ownerId: 1 }));
    const ofOrganisation = beginFor({ userId: 3, ownerId: 1 });
    await expect(ofOrganisation).rejects.toMatchObject({ message: expect.stringContaining('of your organisation') });
    running.push(await begin(4));
    // The last place is for somebody who has none.
    await expect(begin(4)).rejects.toMatchObject({ message: expect.stringContaining('Others are uploading') });
    running.push(await begin(5));
    await expect(begin(6)).rejects.toMatchObject({ message: expect.stringContaining('Others are uploading') });
    await running[0]?.end();
    running.push(await begin(6));
    for (const { end } of running.slice(1)) await end();
  });

  it('of one branch leave places to the others of an organisation', async () => {
    const { beginFor } = setUp({ waitMs: 20 });
    const from = (branch: number, userId: number) => beginFor({ branch, userId, ownerId: 1 });
    const running = await Promise.all([2, 2, 3, 3, 4, 4].map((userId) => from(11, userId)));
    await expect(from(11, 5)).rejects.toMatchObject({ message: expect.stringContaining('of your organisation') });
    running.push(await from(12, 6), await from(13, 7));
    for (const { end } of running) await end();
  });
});

describe('the disk', () => {
  it.each([
    ['5 GB', { free: 5 * GB - 1, size: 10 * GB }],
    ['a tenth', { free: 9 * GB, size: 100 * GB }],
  ])('takes nothing with less than %s free', async (_what, given) => {
    const { space, begin } = setUp();
    Object.assign(space, given);
    const { budget, end } = await begin(1);
    await expect(budget.reserve(0)).rejects.toMatchObject(FULL);
    await end();
  });

  it('has room for what is reserved and not received yet', async () => {
    const { space, begin } = setUp();
    Object.assign(space, { free: 10 * GB + 100 * MB, size: 100 * GB });
    const [first, second] = [await begin(1), await begin(2)];
    await first.budget.reserve(80 * MB);
    await expect(second.budget.reserve(30 * MB)).rejects.toMatchObject(FULL);
    await second.budget.reserve(20 * MB);
    await first.end();
    await second.budget.reserve(100 * MB);
    await second.end();
  });

  it('stops the uploads that are running, too', async () => {
    const { space, begin } = setUp();
    const [stated, unstated] = [await begin(1), await begin(2)];
    await stated.budget.reserve(50 * MB);
    await stated.budget.receive(MB);
    await unstated.budget.receive(MB);
    space.free = GB;
    await expect(stated.budget.receive(MB)).rejects.toMatchObject(FULL);
    await expect(unstated.budget.receive(MB)).rejects.toMatchObject(FULL);
    await stated.end();
    await unstated.end();
  });
});

describe('a quota', () => {
  it('is shared by the uploads of a user, with a length and without', async () => {
    const { begin, quotaOf } = setUp();
    const [first, second, other] = [await begin(1), await begin(1), await begin(2)];
    await first.budget.reserve(60 * MB, quotaOf(100 * MB));
    await expect(second.budget.reserve(50 * MB, quotaOf(100 * MB))).rejects.toBe(OVER);
    await second.budget.receive(39 * MB, quotaOf(100 * MB));
    await second.budget.receive(MB, quotaOf(100 * MB));
    await expect(second.budget.receive(1, quotaOf(100 * MB))).rejects.toBe(OVER);
    await other.budget.reserve(100 * MB, quotaOf(100 * MB));
    await Promise.all([first, second, other].map(({ end }) => end()));
  });
});
