import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { companyChangesHttp, type EditCompanyBody } from '@belfry/schemas/http/companies/changes';
import type { CompanyInfo } from '@belfry/schemas/http/companies/companies';
import type { Kysely } from 'kysely';
import { type Actor, audit, auditOf } from '../../audit/audit-log.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { isMissingReference } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { checkOwner } from '../../people/owner-access.ts';
import { canBindDevice } from '../../policies/devices.ts';
import { canEditNode, type OwnerPolicy } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { clearBinding, devicesChanged, findDeviceOfNode } from '../devices/index.ts';
import { addCompany } from './add-company.ts';
import { copyBranch, findSiblingNames, lockCopies } from './branches.repository.ts';
import { type CompanyRow, countBranch, deleteCompany, hasChildren, updateCompany } from './companies.repository.ts';
import {
  checkPermittedParent,
  companiesChanged,
  findPermittedCompany,
  lockPermittedCompany,
} from './company-access.ts';
import { moveCompany } from './move-company.ts';
import { readInfo } from './read-companies.ts';
import { changedSettings, coordinateColumns, checkMainCompanyCount, checkQuota, checkTreeSize } from './tree-rules.ts';

export const changingRoutes = [
  serve(
    companyChangesHttp.add,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice }, audit: 'service' },
    async ({ deps, user, ip, policy, body, req }) =>
      idAnswer(await addCompany(deps, { user, ip }, { policy, acceptLanguage: req.headers['accept-language'] }, body)),
  ),
  serve(
    companyChangesHttp.addMain,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice }, audit: 'service' },
    async ({ deps, user, ip, policy, body, req }) =>
      idAnswer(
        await addCompany(
          deps,
          { user, ip },
          { policy, acceptLanguage: req.headers['accept-language'] },
          { ...body, zip: body.zip },
        ),
      ),
  ),
  serve(
    companyChangesHttp.edit,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    ({ deps, user, ip, policy, body }) => editCompany(deps, { user, ip }, policy, body),
  ),
  serve(
    companyChangesHttp.move,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    ({ deps, user, ip, policy, body }) => moveCompany(deps, { user, ip }, policy, body),
  ),
  serve(
    companyChangesHttp.remove,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    ({ deps, user, ip, policy, body }) => removeCompany(deps, { user, ip }, policy, body),
  ),
  serve(
    companyChangesHttp.duplicate,
    { access: 'signed-in', policy: canEditNode, audit: 'service' },
    async ({ deps, user, ip, policy, body }) => idAnswer(await duplicateCompany(deps, { user, ip }, policy, body)),
  ),
];

/**
 * Changes the given fields. Position, type and bound device of a node cannot be changed here; see `moveCompany`.
 */
async function editCompany(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  body: EditCompanyBody,
): Promise<Wire<CompanyInfo>> {
  const { company_id, user_id, type, serial, quiet_hours, sound_test, lead_in, coordinates, ...rest } = body;
  const changes = {
    ...rest,
    ...changedSettings({ ...rest, quiet_hours, sound_test, lead_in }),
    ...coordinateColumns({ coordinates }),
  };
  checkOwner(actor.user, user_id);
  const { before, device } = await transact(deps.db, async (trx) => {
    const before = await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-change' });
    const device = await findDeviceOfNode(trx, company_id);
    if (type !== undefined && type !== before.type)
      throw fieldError('unprocessable', 'type', 'The type of an element cannot change');
    if (serial != null && serial !== device?.serial) {
      throw fieldError('unprocessable', 'serial', 'The serial number cannot be changed here: bind the device instead');
    }
    await updateCompany(trx, company_id, changes);
    const entry = { action: 'company.edit', object_kind: 'company', object_id: company_id } as const;
    await auditOf(trx, actor, before.user_id, { ...entry, details: changes, before, after: changes });
    return { before, device };
  });
  companiesChanged(deps, before);
  // Lists of devices show the node's name.
  if (device && changes.name !== undefined) devicesChanged(deps, [device.device_id], device.user_id);
  return readInfo(deps, actor.user, policy, company_id);
}

async function removeCompany(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, user_id }: { company_id: number; user_id?: number },
): Promise<void> {
  checkOwner(actor.user, user_id);
  const { node, device } = await transact(deps.db, async (trx) => {
    // Checked before the lock too, so that it does not wait for transactions that add or copy children.
    const moving = await findPermittedCompany(trx, actor.user, company_id, policy);
    await checkPermittedParent(trx, actor.user, moving, policy);
    if (await hasChildren(trx, company_id)) throw hasChildrenError(moving);
    const node = await lockPermittedCompany(trx, actor.user, company_id, { policy, lock: 'to-delete' });
    if (await hasChildren(trx, company_id)) throw hasChildrenError(node);
    const device = await clearBinding(trx, company_id);
    await deleteCompany(trx, company_id);
    await auditRemoval(trx, actor, node, device?.serial);
    return { node, device };
  });
  companiesChanged(deps, node);
  if (device) devicesChanged(deps, [device.device_id], device.user_id);
}

const hasChildrenError = ({ name }: CompanyRow): AppError =>
  new AppError('conflict', `${name} has elements below it. Delete those first.`);

async function auditRemoval(
  trx: Kysely<Database>,
  actor: Actor,
  node: CompanyRow,
  serial: string | undefined,
): Promise<void> {
  const { company_id, user_id, name, type } = node;
  const entry = { action: 'company.delete', object_kind: 'company', object_id: company_id } as const;
  const details = { user_id, name, type, serial };
  await audit(trx, actor, { ...entry, owner_id: user_id, details, before: withoutEmpty(node) });
}

const withoutEmpty = (node: CompanyRow): object =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== null));

/** Clients read the id under either name; see TREE-14. */
const idAnswer = (company_id: number) => ({ company_id, id: company_id });

/**
 * Copies a node with its subtree as a sibling with another name, without device bindings; see TREE-11.
 * @returns the company_id of the copy
 */
async function duplicateCompany(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, user_id }: { company_id: number; user_id?: number },
): Promise<number> {
  checkOwner(actor.user, user_id);
  const copy = await deps.long
    .job(actor.user.id, async (trx) => {
      const source = await findSource(trx, actor, policy, company_id);
      await checkPermittedParent(trx, actor.user, source, policy);
      await checkCopySize(trx, deps.config, source);
      const name = copyName(source.name, await findSiblingNames(trx, source));
      const branchCopy = await copyBranch(trx, company_id, name);
      if (!branchCopy) throw notFound('Company not found');
      await checkQuota(trx, deps.config, branchCopy.user_id, 0);
      const details = { user_id: source.user_id, from: company_id, name };
      const object_id = branchCopy.company_id;
      const entry = { action: 'company.duplicate', object_kind: 'company', object_id } as const;
      await audit(trx, actor, { ...entry, owner_id: branchCopy.user_id, details, after: { name, from: company_id } });
      return branchCopy;
    })
    .catch((error: unknown) => {
      // The parent was deleted while the copy was made.
      throw isMissingReference(error) ? notFound('Company not found') : error;
    });
  companiesChanged(deps, copy);
  return copy.company_id;
}

/** The node to copy, with the lock of its tree. It may be moved to another tree while this waits for the lock. */
async function findSource(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: OwnerPolicy,
  company_id: number,
): Promise<CompanyRow> {
  let source = await findPermittedCompany(trx, user, company_id, policy);
  for (;;) {
    const { tree_id } = source;
    await lockCopies(trx, tree_id);
    source = await findPermittedCompany(trx, user, company_id, policy);
    if (source.tree_id === tree_id) return source;
  }
}

/** Checked before anything is written, because a copy beyond the limits must be cheap. */
async function checkCopySize(
  trx: Kysely<Database>,
  config: Pick<Config, 'COMPANY_NODES_PER_USER'>,
  source: CompanyRow,
): Promise<void> {
  const nodes = await countBranch(trx, source);
  if (source.level === 0) await checkMainCompanyCount(trx, source.user_id);
  else await checkTreeSize(trx, source, nodes);
  await checkQuota(trx, config, source.user_id, nodes);
}

const COPY = /^(.*?) copy(?: \(\d+\))?$/s;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The name of a copy: `Hall copy`, then `Hall copy (2)`, also for a copy of a copy; shortened to the limit. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const original = COPY.exec(name)?.[1] ?? name;
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? ' copy' : ` copy (${n})`;
    const candidate = cut(original, COMPANY_LIMITS.name - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Shortens a text to `max` UTF-16 code units without splitting a grapheme. */
function cut(text: string, max: number): string {
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > max) break;
    kept += segment;
  }
  return kept.trimEnd();
}
