import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';

export type Account = { id: number; role: Role };

/** People see their own account, admins every account but those of roots, and roots every account. */
export const canSeeAccount = (caller: Account, account: Account): boolean =>
  account.id === caller.id || (isAdministrator(caller.role) && (account.role !== 'root' || canSeeRoots(caller)));

/** Only roots see root accounts, the messages sent to them and the devices they claim. */
export const canSeeRoots = ({ role }: Pick<Account, 'role'>): boolean => role === 'root';

/** Only roots may delete all other accounts at once. */
export const canDeleteAllAccounts = ({ role }: Pick<Account, 'role'>): boolean => role === 'root';

/** Administrators grant roles, and only roots grant the role root. */
export const canGrantRole = (caller: Account, role: Role): boolean =>
  isAdministrator(caller.role) && (role !== 'root' || canSeeRoots(caller));

/** What an administrator does to an account; `role` is the new role where an edit changes it. */
export type AccountAction =
  | { kind: 'edit'; role?: Role | undefined }
  | { kind: 'block'; blocked: boolean }
  | { kind: 'delete' }
  | { kind: 'update_key' }
  | { kind: 'open' };

/**
 * Why an action is refused: the caller is no administrator, must not know of the account, acts against their own account,
 * or grants the role root without being one.
 */
export type Refusal = 'not_allowed' | 'unseen' | 'oneself' | 'grants_root';

/**
 * Why this person may not do this to the account, or null where they may. Only a root can change a root, and nobody can
 * demote, block or delete themselves. So at least one root always remains.
 */
export function manageAccountRefusal(caller: Account, account: Account, action: AccountAction): Refusal | null {
  if (!isAdministrator(caller.role)) return 'not_allowed';
  if (!canSeeAccount(caller, account)) return 'unseen';
  if (
    action.kind === 'edit' &&
    action.role !== undefined &&
    action.role !== account.role &&
    !canGrantRole(caller, action.role)
  ) {
    return 'grants_root';
  }
  return account.id === caller.id && isForbiddenOnOwnAccount(action, account) ? 'oneself' : null;
}

/** Nobody may shut themselves out, or open a second session as themselves. */
function isForbiddenOnOwnAccount(action: AccountAction, { role }: Account): boolean {
  switch (action.kind) {
    case 'edit':
      return action.role !== undefined && action.role !== role;
    case 'block':
      return action.blocked;
    case 'delete':
    case 'open':
      return true;
    case 'update_key':
      return false;
  }
}
