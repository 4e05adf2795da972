import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';

export type Account = { id: number; role: Role };

/** Whose account a person may look into: one's own, everybody's for root, and for an admin all but roots (decision 5). */
export const maySee = (caller: Account, account: Account): boolean =>
  account.id === caller.id || (isAdministrator(caller.role) && (account.role !== 'root' || seesRoots(caller)));

/** Whether root accounts are there at all for this person. */
export const seesRoots = ({ role }: Pick<Account, 'role'>): boolean => role === 'root';

/** Whether this person may give that role to an account. */
export const mayGrant = (caller: Account, role: Role): boolean =>
  isAdministrator(caller.role) && (role !== 'root' || caller.role === 'root');

/** What an administrator does to an account; `role` is the one that it is to have, where the edit says one. */
export type Act =
  | { kind: 'edit'; role?: Role | undefined }
  | { kind: 'block'; blocked: boolean }
  | { kind: 'delete' }
  | { kind: 'update_key' }
  | { kind: 'open' };

/** Why an act is refused: the caller is no administrator, the account is not there for them, and two that say it. */
export type Refusal = 'not_allowed' | 'unseen' | 'oneself' | 'grants_root';

/**
 * Why this person may not do that to this account, or null (decision 5). Only a root can touch a root, and nobody
 * themselves: so whoever takes a root away is another one, and the last root is safe.
 */
export function refusalOf(caller: Account, account: Account, act: Act): Refusal | null {
  if (!isAdministrator(caller.role)) return 'not_allowed';
  if (!maySee(caller, account)) return 'unseen';
  if (act.kind === 'edit' && act.role !== undefined && act.role !== account.role && !mayGrant(caller, act.role)) {
    return 'grants_root';
  }
  return account.id === caller.id && isAgainstOneself(act, account) ? 'oneself' : null;
}

/** What nobody may do to themselves: it would shut them out, or they are that person already. */
function isAgainstOneself(act: Act, { role }: Account): boolean {
  switch (act.kind) {
    case 'edit':
      return act.role !== undefined && act.role !== role;
    case 'block':
      return act.blocked;
    case 'delete':
    case 'open':
      return true;
    case 'update_key':
      return false;
  }
}
