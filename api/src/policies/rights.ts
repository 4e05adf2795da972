import { hasRight, type Right, RIGHTS, type RightsMask } from '@belfry/schemas/domain/rights';

/** What somebody may do at a node that is not theirs, and everywhere below it. An organisation is everything that one owner has. */
export type Membership = {
  company_id: number;
  owner_id: number;
  /** Whether the node is a main company, so that the rights hold for the whole tree. */
  whole: boolean;
  rights: RightsMask;
  expires_at: Date | null;
};

/** Absent where memberships cannot matter. */
export type WithMemberships = { memberships?: readonly Membership[] };

const valid = ({ memberships = [] }: WithMemberships): Membership[] =>
  memberships.filter(({ expires_at }) => expires_at === null || expires_at.getTime() > Date.now());

const union = (memberships: readonly Membership[]): RightsMask =>
  memberships.reduce((mask, { rights }) => mask | rights, 0);

/** The rights that memberships give somewhere in an organisation: to use what belongs to all of it, such as a message. */
export const rightsIn = (caller: WithMemberships, ownerId: number): RightsMask =>
  union(valid(caller).filter(({ owner_id }) => owner_id === ownerId));

/** The rights in a whole tree of an organisation: to change what its other members use. */
export const rightsInWhole = (caller: WithMemberships, ownerId: number): RightsMask =>
  union(valid(caller).filter(({ owner_id, whole }) => owner_id === ownerId && whole));

export const organisationsWith = (caller: WithMemberships, right: Right): number[] => [
  ...new Set(
    valid(caller)
      .filter(({ rights }) => hasRight(rights, right))
      .map(({ owner_id }) => owner_id),
  ),
];

export const nodesWith = (caller: WithMemberships, right: Right): number[] => [
  ...new Set(
    valid(caller)
      .filter(({ rights }) => hasRight(rights, right))
      .map(({ company_id }) => company_id),
  ),
];

export const isMember = (caller: WithMemberships): boolean => valid(caller).length > 0;

export const rightBit = (right: Right): string => String(RIGHTS[right]);
