import {
  canContain,
  CHILD_TYPES,
  type CompanyType,
  MAIN_COMPANIES_MAX,
  TREE_DEPTH_MAX,
  TREE_NODES_MAX,
} from '@belfry/schemas/domain/companies';
import { offsetOfZone, parseUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { AddCompanyBody } from '@belfry/schemas/http/companies/changes';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { fieldError } from '../../errors.ts';
import { quotaOf, requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import {
  countMainCompanies,
  countNodesOf,
  countTree,
  type NewCompany,
  type NodePosition,
} from './companies.repository.ts';

/** Clients show this text unchanged. */
const BELOW_A_DEVICE = 'Cannot add elements to this parent. Device elements cannot have children.';

/** Why a node of this type is not allowed below such a parent; null if it is allowed. */
export function placementError(parent: CompanyType, child: CompanyType): string | null {
  if (canContain(parent, child)) return null;
  if (parent === 'Device') return BELOW_A_DEVICE;
  return `Only ${CHILD_TYPES[parent].join(' or ')} can be added to ${parent}`;
}

export const defaultChildType = (parent: CompanyType): CompanyType => CHILD_TYPES[parent][0] ?? 'Element';

/** Throws unprocessable if a node of this type is not allowed below this parent. */
export function checkPlacement(parent: { type: CompanyType; level: number }, child: CompanyType): void {
  const why = placementError(parent.type, child);
  if (why) throw fieldError('unprocessable', 'type', why);
  if (parent.level >= TREE_DEPTH_MAX) {
    throw fieldError('unprocessable', 'parent_company_id', `A tree has ${TREE_DEPTH_MAX} levels at most`);
  }
}

/** Throws unprocessable for a full tree. Concurrent additions may exceed the limit slightly. */
export async function checkTreeSize(
  db: Kysely<Database>,
  { tree_id }: Pick<NodePosition, 'tree_id'>,
  more: number,
): Promise<void> {
  if ((await countTree(db, tree_id)) + more <= TREE_NODES_MAX) return;
  throw fieldError('unprocessable', 'parent_company_id', `A tree has ${TREE_NODES_MAX} elements at most`);
}

/** Throws unprocessable for a user who has the maximum number of main companies. */
export async function checkMainCompanyCount(db: Kysely<Database>, ownerId: number): Promise<void> {
  const most = await quotaOf(db, ownerId, MAIN_COMPANIES_MAX);
  if ((await countMainCompanies(db, ownerId)) < most) return;
  throw fieldError('unprocessable', 'name', `There can be ${most} main companies at most`);
}

/**
 * Throws unprocessable if a user would have more nodes than COMPANY_NODES_PER_USER, or the installation more than QUOTA_NODES. With `more` of 0, after nodes were added in
 * this transaction, the check is exact, because the counter is locked until the transaction ends.
 */
export async function checkQuota(
  trx: Kysely<Database>,
  { COMPANY_NODES_PER_USER }: Pick<Config, 'COMPANY_NODES_PER_USER'>,
  ownerId: number,
  more: number,
): Promise<void> {
  await requireInstallationRoom(trx, 'nodes', Math.max(more, 1));
  const most = await quotaOf(trx, ownerId, COMPANY_NODES_PER_USER);
  if ((await countNodesOf(trx, ownerId)) + more <= most) return;
  throw fieldError(
    'unprocessable',
    'parent_company_id',
    `One person can have ${most} elements at most in all trees together`,
  );
}

type SettingFields = Pick<
  AddCompanyBody,
  | 'time_zone'
  | 'time_zone_utc'
  | 'default_language'
  | 'default_voice'
  | 'clock_required'
  | 'volume_max'
  | 'quiet_hours'
  | 'trim_db'
  | 'sound_test'
  | 'lead_in'
>;
type StoredSettings = Partial<
  Pick<
    NewCompany,
    | 'time_zone'
    | 'time_zone_utc'
    | 'default_language'
    | 'default_voice'
    | 'clock_required'
    | 'volume_max'
    | 'quiet_hours'
    | 'trim_db'
    | 'sound_test'
    | 'lead_in'
  >
>;

export const coordinateColumns = ({
  coordinates,
}: Pick<AddCompanyBody, 'coordinates'>): Pick<NewCompany, 'latitude' | 'longitude'> =>
  coordinates === undefined
    ? {}
    : { latitude: coordinates?.latitude ?? null, longitude: coordinates?.longitude ?? null };

export const storedSettings = (body: SettingFields): StoredSettings => ({
  default_language: body.default_language ?? null,
  default_voice: body.default_voice ?? null,
  clock_required: body.clock_required ?? null,
  volume_max: body.volume_max ?? null,
  trim_db: body.trim_db ?? null,
  ...changedSettings(body),
});

/**
 * The columns of a change of time zone, quiet hours, sound test and lead-in. A node has a zone or an offset, never both, so that the last one
 * that was set counts; a zone goes before an offset in the same body.
 */
export function changedSettings(settings: SettingFields): StoredSettings {
  const { time_zone, time_zone_utc, quiet_hours, sound_test, lead_in } = settings;
  const changes: StoredSettings = {};
  if (quiet_hours !== undefined) changes.quiet_hours = quiet_hours && JSON.stringify(quiet_hours);
  if (sound_test !== undefined) changes.sound_test = sound_test && JSON.stringify(sound_test);
  if (lead_in !== undefined) changes.lead_in = lead_in && JSON.stringify(lead_in);
  if (time_zone != null) return { ...changes, time_zone, time_zone_utc: null };
  if (time_zone_utc !== undefined) return { ...changes, time_zone: null, time_zone_utc };
  if (time_zone === null) return { ...changes, time_zone: null, time_zone_utc: null };
  return changes;
}

/** Minutes east of UTC, now. */
export const offsetOf = (timeZone: string): number => parseUtcOffset(timeZone) ?? offsetOfZone(timeZone, new Date());
