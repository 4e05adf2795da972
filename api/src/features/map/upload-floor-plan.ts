import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  FLOOR_PLAN_MAX_BYTES,
  FLOOR_PLAN_MAX_PIXELS,
  FLOOR_PLAN_TYPES,
  type FloorPlanImage,
} from '@belfry/schemas/http/map/floor-plans';
import { type Actor, auditOf } from '../../audit/audit-log.repository.ts';
import type { Row } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { receiveFile, type UploadBudget } from '../../http/files/uploads.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { gigabytesOf, storageOf } from '../../quotas/storage.repository.ts';
import { floorPlanName } from '../../storage/index.ts';
import { companiesChanged, findPermittedCompany, lockPermittedCompany } from '../companies/index.ts';
import { forgetPlanFiles } from './floor-plan-files.ts';
import { findFloorPlan, lockPlanFiles, storeFloorPlan } from './floor-plans.repository.ts';
import { hasTooManyPixels, readImageHeader } from './image-header.ts';

const PER_USER = { hits: 200, windowSeconds: 3_600 };

type CompanyNode = Row<'companies'>;
export type PlanUpload = {
  company_id: number;
  body: Readable;
  announcedBytes: number;
  announcedType: string | undefined;
};

/**
 * Throws not_found and forbidden as the other changes of a node, payload_too_large, unprocessable with the reason why
 * the image is refused, rate_limited, and files_unavailable where the disk is full.
 */
export async function uploadFloorPlan(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  upload: PlanUpload,
): Promise<void> {
  const node = await findPermittedCompany(deps.db, actor.user, upload.company_id, policy);
  if (node.type === 'Device') throw new AppError('unprocessable', 'A device has no floor plan');
  await countAttempt(deps, [{ key: `floor-plan:${actor.user.id}`, ...PER_USER }]);
  const branch = await deps.branches.of(node.company_id);
  const uploader = { ownerId: node.user_id, branch, userId: actor.user.id };
  const before = await deps.uploads.run(uploader, async (budget) => {
    const { image, content } = await receiveImage(deps, node, upload, budget);
    return transact(deps.db, (trx) => storeImage({ ...deps, db: trx }, { actor, policy, node }, image, content));
  });
  companiesChanged(deps, node);
  if (before !== undefined) await forgetPlanFiles(deps, [before]);
}

type Received = { image: FloorPlanImage; content: Buffer };

async function receiveImage(
  deps: Pick<Deps, 'db' | 'files'>,
  { user_id }: CompanyNode,
  { body, announcedBytes, announcedType }: PlanUpload,
  budget: UploadBudget,
): Promise<Received> {
  const { most, left } = await storageOf(deps.db, user_id);
  const quota = { bytes: left, exceeded: () => overQuota(most) };
  const file = await deps.files.work.newFile();
  try {
    const limits = { maxBytes: FLOOR_PLAN_MAX_BYTES, announcedBytes, title: 'A floor plan', budget, quota };
    await receiveFile(body, file, limits);
    const content = await readFile(file);
    const header = readImageHeader(content);
    if (!header) throw new AppError('unprocessable', 'A floor plan is a PNG, JPEG or WebP image');
    if (hasTooManyPixels(header)) {
      const megapixels = FLOOR_PLAN_MAX_PIXELS / 1_000_000;
      throw new AppError('unprocessable', `A floor plan has ${megapixels} megapixels at most`);
    }
    checkType(announcedType, FLOOR_PLAN_TYPES[header.format]);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { image: { sha256, ...header, bytes: content.length }, content };
  } finally {
    await rm(file, { force: true });
  }
}

/** What is sent as one kind of image and is another one is refused; see TREE-63. */
function checkType(announced: string | undefined, actual: string): void {
  const named = announced?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!named.startsWith('image/') || named === actual || (named === 'image/jpg' && actual === 'image/jpeg')) return;
  throw new AppError('unprocessable', `This file is not what its type says: ${named}`);
}

type Change = { actor: Actor; policy: OwnerPolicy; node: CompanyNode };

/** @returns the hash of the image before; undefined where it is the same, or there was none */
async function storeImage(
  { db: trx, files }: Pick<Deps, 'files'> & { db: Parameters<Parameters<typeof transact>[1]>[0] },
  { actor, policy, node: { company_id, user_id } }: Change,
  image: FloorPlanImage,
  content: Buffer,
): Promise<string | undefined> {
  // The owner is locked, so that uploads at the same time do not exceed the quota together.
  await lockUser(trx, user_id);
  await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-change' });
  const before = await findFloorPlan(trx, company_id);
  await requireInstallationRoom(trx, 'audio_bytes', image.bytes);
  const { most, left } = await storageOf(trx, user_id);
  if (image.bytes > left + (before?.bytes ?? 0)) throw overQuota(most);
  await lockPlanFiles(trx, 'storing');
  await files.put(floorPlanName(image.sha256), content);
  await storeFloorPlan(trx, company_id, image);
  await auditOf(trx, actor, user_id, {
    action: 'company.floor-plan',
    object_kind: 'company',
    object_id: company_id,
    details: { bytes: image.bytes, width: image.width, height: image.height },
    before: { floor_plan: before?.sha256 ?? null },
    after: { floor_plan: image.sha256 },
  });
  return before?.sha256 === image.sha256 ? undefined : before?.sha256;
}

const overQuota = (most: number): AppError =>
  new AppError(
    'unprocessable',
    `Your audio and floor plans may take ${gigabytesOf(most)} GB together. Please delete some first.`,
  );
