import {
  FLOOR_PLAN_TYPES,
  type FloorPlan,
  floorPlansHttp,
  type PlaceDevicesBody,
} from '@belfry/schemas/http/map/floor-plans';
import type { Kysely } from 'kysely';
import { type Actor, auditOf } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, editConflict, fieldError, notFound } from '../../errors.ts';
import { createDownloadSlots, downloadOf, occupySlot } from '../../http/files/download-slots.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import { canEditNode, canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { floorPlanName } from '../../storage/index.ts';
import { companiesChanged, findPermittedCompany, lockPermittedCompany } from '../companies/index.ts';
import { forgetPlanFiles } from './floor-plan-files.ts';
import {
  deleteFloorPlan,
  findDevicesBelow,
  findFloorPlan,
  findPlacedDevices,
  replacePlacements,
} from './floor-plans.repository.ts';
import { uploadFloorPlan } from './upload-floor-plan.ts';

const DOWNLOADS_PER_USER = { hits: 3_000, windowSeconds: 3_600 };
const downloads = createDownloadSlots({
  pool: 'plans',
  atOnce: 64,
  perKey: 12,
  perKeyFree: 3,
  perPart: 6,
  free: 24,
  sure: 2,
});

export const floorPlanRoutes = [
  serve(
    floorPlansHttp.read,
    { access: 'signed-in', policy: canReadNode },
    async ({ deps: { db }, user, policy, params: { company_id } }) => {
      await findPermittedCompany(db, user, company_id, policy);
      return readFloorPlan(db, company_id);
    },
  ),
  serve(
    floorPlansHttp.image,
    { access: 'signed-in', policy: canReadNode },
    async ({ deps, user, policy, params: { company_id }, req }) => {
      await countAttempt(deps, [{ key: `floor-plan-image:${user.id}`, ...DOWNLOADS_PER_USER }]);
      const { user_id } = await findPermittedCompany(deps.db, user, company_id, policy);
      const plan = await findFloorPlan(deps.db, company_id);
      if (!plan) throw noPlan();
      const downloader = downloadOf(user_id, await deps.branches.of(company_id), user);
      const inTurn = await occupySlot(downloads, downloader, req.res);
      const headers = { ...AS_AN_IMAGE, 'Content-Type': FLOOR_PLAN_TYPES[plan.format], ETag: `"${plan.sha256}"` };
      return Reply.stored(deps.files, floorPlanName(plan.sha256), { headers, inTurn });
    },
  ),
  serve(
    floorPlansHttp.upload,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    async ({ deps, user, ip, policy, params: { company_id }, req }) => {
      const announcedBytes = Number(req.headers['content-length'] ?? 0);
      const upload = { company_id, body: req, announcedBytes, announcedType: req.headers['content-type'] };
      await uploadFloorPlan(deps, { user, ip }, policy, upload);
      return readFloorPlan(deps.db, company_id);
    },
  ),
  serve(
    floorPlansHttp.remove,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    ({ deps, user, ip, policy, params }) => removeFloorPlan(deps, { user, ip }, policy, params.company_id),
  ),
  serve(
    floorPlansHttp.place,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    ({ deps, user, ip, policy, params, body }) => placeDevices(deps, { user, ip }, policy, { ...params, ...body }),
  ),
];

/** Opened as a page, it can do nothing: what it is was decided by its first bytes only. */
const AS_AN_IMAGE = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
};

const noPlan = () => notFound('This element has no floor plan');

async function readFloorPlan(db: Kysely<Database>, company_id: number): Promise<FloorPlan> {
  const plan = await findFloorPlan(db, company_id);
  if (!plan) return { company_id, image: null, revision: 0, devices: [] };
  const { sha256, format, width, height, bytes, revision } = plan;
  const devices = await findPlacedDevices(db, company_id);
  return { company_id, image: { sha256, format, width, height, bytes }, revision, devices };
}

async function removeFloorPlan(
  deps: Pick<Deps, 'db' | 'events' | 'files'>,
  actor: Actor,
  policy: OwnerPolicy,
  company_id: number,
): Promise<void> {
  const { node, plan } = await transact(deps.db, async (trx) => {
    const node = await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-change' });
    const plan = await findFloorPlan(trx, company_id);
    if (!plan) return { node, plan };
    await deleteFloorPlan(trx, company_id);
    const entry = { action: 'company.floor-plan', object_kind: 'company', object_id: company_id } as const;
    await auditOf(trx, actor, node.user_id, {
      ...entry,
      before: { floor_plan: plan.sha256 },
      after: { floor_plan: null },
    });
    return { node, plan };
  });
  if (!plan) return;
  companiesChanged(deps, node);
  await forgetPlanFiles(deps, [plan.sha256]);
}

/**
 * Throws conflict without a plan, edit_conflict where the list has changed since, unprocessable for a device that is
 * elsewhere.
 */
async function placeDevices(
  deps: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, revision, devices }: { company_id: number } & PlaceDevicesBody,
): Promise<FloorPlan> {
  const node = await transact(deps.db, async (trx) => {
    const node = await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-change' });
    const before = await readFloorPlan(trx, company_id);
    if (!before.image) throw new AppError('conflict', 'This element has no floor plan any more');
    if (before.revision !== revision) throw editConflict('Somebody else has changed this floor plan', { ...before });
    const serials = devices.map(({ serial }) => serial);
    const ids = await findDevicesBelow(trx, company_id, serials);
    const placements = devices.map(({ serial, x, y }, index) => {
      const device_id = ids.get(serial);
      if (device_id === undefined) {
        throw fieldError(
          'unprocessable',
          `devices.${index}.serial`,
          `The device ${serial} is not at this element or below it`,
        );
      }
      return { device_id, x, y };
    });
    await replacePlacements(trx, company_id, placements);
    await auditOf(trx, actor, node.user_id, {
      action: 'company.floor-plan-devices',
      object_kind: 'company',
      object_id: company_id,
      details: { devices: devices.length },
      before: { devices: before.devices.map(({ serial, x, y }) => ({ serial, x, y })) },
      after: { devices },
    });
    return node;
  });
  companiesChanged(deps, node);
  return readFloorPlan(deps.db, company_id);
}
