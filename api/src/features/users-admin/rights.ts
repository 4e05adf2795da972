import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';

type Account = { id: number; role: Role };

/** Whose account a person may look into: one's own, everybody's for root, and for an admin all but roots (decision 5). */
export const maySee = (caller: Account, account: Account): boolean =>
  account.id === caller.id || (isAdministrator(caller.role) && (account.role !== 'root' || seesRoots(caller)));

/** Whether root accounts are there at all for this person. */
export const seesRoots = ({ role }: Pick<Account, 'role'>): boolean => role === 'root';
