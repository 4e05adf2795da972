import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { WithMemberships } from './rights.ts';

export type Account = { id: number; role: Role };

export type Caller = Account & WithMemberships;

/**
 * Decides whether the caller may do one thing, which its name `canX` states, with an object. A route declares it, and its
 * service applies it to the object: to the locked row where a concurrent change must not be missed.
 */
export type Policy<Subject = void> = (caller: Caller, object: Subject) => boolean;

/** People read their own account, admins every account but those of roots, and roots every account. */
export const canReadAccount: Policy<Account> = (caller, account) =>
  account.id === caller.id || (isAdministrator(caller.role) && (account.role !== 'root' || canSeeRoots(caller)));

/** Only roots see root accounts, the messages sent to them and the devices they claim. */
export const canSeeRoots = ({ role }: Pick<Account, 'role'>): boolean => role === 'root';

/** Administrators who are no roots must not know of them, wherever they meet a list of people. */
export const hidesRoots = ({ role }: Pick<Account, 'role'>): boolean => isAdministrator(role) && !canSeeRoots({ role });

export const canDeleteAllAccounts: Policy = ({ role }) => role === 'root';

export const canGrantRole: Policy<Role> = (caller, role) =>
  isAdministrator(caller.role) && (role !== 'root' || canSeeRoots(caller));

/** Absent values stay. */
export type AccountChange = { role?: Role | undefined; blocked?: boolean | undefined };

/**
 * Decides whether an administrator may change an account in one way. Only a root can change a root, and nobody can demote,
 * block or delete themselves. So at least one root always remains.
 */
export type AccountPolicy = (caller: Account, account: Account, change: AccountChange) => boolean;

/** Nobody changes their own role. */
export const canEditAccount: AccountPolicy = (caller, account, change) =>
  canManage(caller, account) &&
  (!changesRole(account, change) || (canGrantRole(caller, change.role) && !isOwn(caller, account)));

export const canBlockAccount: AccountPolicy = (caller, account, { blocked = false }) =>
  canManage(caller, account) && !(blocked && isOwn(caller, account));

export const canDeleteAccount: AccountPolicy = (caller, account) =>
  canManage(caller, account) && !isOwn(caller, account);

export const canRenewKey: AccountPolicy = (caller, account) => canManage(caller, account);

/** Administrators turn off the lost second factor of users, and roots that of everybody else. */
export const canResetTwoFactor: AccountPolicy = (caller, account) =>
  canManage(caller, account) && !isOwn(caller, account) && (canSeeRoots(caller) || !isAdministrator(account.role));

export const canImpersonate: AccountPolicy = (caller, account) => canManage(caller, account) && !isOwn(caller, account);

/**
 * Why an account policy refuses a change: the caller is no administrator, must not know of the account, grants the role
 * root without being one, or acts against their own account.
 */
export type Refusal = 'not_allowed' | 'account_hidden' | 'grants_root' | 'own_account';

/** Called once the policy has refused. */
export function refusalReason(caller: Account, account: Account, change: AccountChange): Refusal {
  if (!isAdministrator(caller.role)) return 'not_allowed';
  if (!canReadAccount(caller, account)) return 'account_hidden';
  if (changesRole(account, change) && !canGrantRole(caller, change.role)) return 'grants_root';
  return 'own_account';
}

const canManage = (caller: Account, account: Account): boolean =>
  isAdministrator(caller.role) && canReadAccount(caller, account);

const isOwn = (caller: Account, account: Account): boolean => account.id === caller.id;

const changesRole = (account: Account, change: AccountChange): change is { role: Role } =>
  change.role !== undefined && change.role !== account.role;

export type OutgoingMessagePolicy = Policy<{ to_root: boolean }>;

/** Administrators read messages, and those to root accounts only roots: they carry codes and links. */
export const canReadOutgoingMessage: OutgoingMessagePolicy = (caller, { to_root }) =>
  isAdministrator(caller.role) && (!to_root || canSeeRoots(caller));

/** Administrators text any number, others if an administrator permits it; see SMS-8. The same people send emergency messages. */
export const canTextAnyNumber = ({
  role,
  may_text_any_number,
}: {
  role: Role;
  may_text_any_number: boolean;
}): boolean => may_text_any_number || isAdministrator(role);
