import { CHILD_TYPES, canContain, TREE_DEPTH_MAX, type CompanyType } from '@belfry/schemas/domain/companies';
import { fieldError } from '../../errors.ts';

/** Clients show this text unchanged. */
const BELOW_A_DEVICE = 'Cannot add elements to this parent. Device elements cannot have children.';

/** Why a node of this type is not allowed below such a parent; null if it is allowed. */
export function placementError(parent: CompanyType, child: CompanyType): string | null {
  if (canContain(parent, child)) return null;
  if (parent === 'Device') return BELOW_A_DEVICE;
  return `Only ${CHILD_TYPES[parent].join(' or ')} can be added to ${parent}`;
}

/** The type of a new node without a type: the first allowed one. */
export const defaultChildType = (parent: CompanyType): CompanyType => CHILD_TYPES[parent][0] ?? 'Element';

/** Throws unprocessable if a node of this type is not allowed below this parent. */
export function checkPlacement(parent: { type: CompanyType; level: number }, child: CompanyType): void {
  const why = placementError(parent.type, child);
  if (why) throw fieldError('unprocessable', 'type', why);
  if (parent.level >= TREE_DEPTH_MAX) {
    throw fieldError('unprocessable', 'parent_company_id', `A tree has ${TREE_DEPTH_MAX} levels at most`);
  }
}
