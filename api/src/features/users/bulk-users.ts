import {
  type BulkUsers,
  type BulkUsersBody,
  type BulkUsersPreview,
  type UserBulkAction,
  USERS_BULK_FOUND_MAX,
} from '@belfry/schemas/http/users/bulk';
import type { Kysely } from 'kysely';
import { type Actor, auditEach } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import {
  type Account,
  type AccountPolicy,
  canReadAccount,
  canSeeRoots,
  refusalReason,
} from '../../policies/accounts.ts';
import { revokeImpersonationKeys, setAccountsBlocked } from '../accounts/index.ts';
import { type OwnerChange, ownerChanged } from '../devices/index.ts';
import { accountsChanged, refusalError, runExclusively } from './account-changes.ts';
import { deleteAccounts, ownedObjectsChanged } from './delete-users.ts';
import { type FoundAccount, findAccountsOf, findMatchingUsers } from './users.repository.ts';

type BulkPolicies = Record<'block' | 'delete', AccountPolicy>;
type Refused = BulkUsers['failed'][number];
type Done = { ids: number[]; disconnected: number[]; ownership: OwnerChange };

const OWN_ACCOUNT: Record<UserBulkAction, string> = {
  block: 'You cannot block yourself.',
  unblock: 'You cannot do this to yourself.',
  delete: 'You cannot delete yourself.',
};

/**
 * Blocks, unblocks or deletes users in one transaction. Each of them is permitted or refused by itself; those who are already
 * blocked or unblocked count as changed. Throws conflict where a filter finds another number than the caller expects, unprocessable where it
 * finds too many, rate_limited while another large operation of the caller runs.
 */
export async function changeUsers(
  deps: Deps,
  actor: Actor,
  policies: BulkPolicies,
  body: BulkUsersBody,
): Promise<BulkUsers> {
  const { action } = body;
  const ids = await findTargets(deps, actor, body);
  if (body.expected !== undefined && body.filter && ids.length !== body.expected)
    throw new AppError('conflict', `There are ${ids.length} such users now. Please check the list.`);
  const change = async (trx: Kysely<Database>, caller: Account) => {
    const { permitted, failed } = split(
      { caller, policies, action },
      ids,
      await findAccountsOf(trx, ids, { lock: true }),
    );
    return { failed, done: permitted.length, ...(await apply(trx, actor, action, permitted)) };
  };
  const changed = await runExclusively(deps.db, actor.user, change, (work) => deps.long.job(actor.user.id, work));
  const { done, failed, disconnected, ownership } = changed;
  await Promise.all([
    accountsChanged(deps, actor, { users: changed.ids, deleted: action === 'delete', disconnected }),
    ownerChanged(deps, ownership),
  ]);
  if (action === 'delete' && done > 0) ownedObjectsChanged(deps);
  return { done, failed };
}

/** Throws unprocessable for a filter that finds too many. */
export async function previewUsers(
  deps: Deps,
  actor: Actor,
  policies: BulkPolicies,
  body: BulkUsersBody,
): Promise<BulkUsersPreview> {
  const { action } = body;
  const ids = await findTargets(deps, actor, body);
  const accounts = await deps.long.read(actor.user.id, ({ db }) => findAccountsOf(db, ids));
  const { permitted, failed } = split({ caller: actor.user, policies, action }, ids, accounts);
  const changed = permitted.filter((account) => isChanging(account, action)).length;
  return { users: ids.length, changed, unchanged: permitted.length - changed, refused: failed.length };
}

async function findTargets(
  { long }: Pick<Deps, 'long'>,
  { user }: Actor,
  { user_ids, filter }: BulkUsersBody,
): Promise<number[]> {
  if (!filter) return [...new Set(user_ids)];
  const visible = { ...filter, includesRoots: canSeeRoots(user) };
  const ids = await long.read(user.id, ({ db }) => findMatchingUsers(db, visible, USERS_BULK_FOUND_MAX + 1));
  if (ids.length <= USERS_BULK_FOUND_MAX) return ids;
  throw new AppError('unprocessable', `A change reaches ${USERS_BULK_FOUND_MAX} users at most. Narrow the filter.`);
}

const isChanging = ({ blocked }: FoundAccount, action: UserBulkAction): boolean =>
  action === 'delete' || blocked !== (action === 'block');

function split(
  { caller, policies, action }: { caller: Account; policies: BulkPolicies; action: UserBulkAction },
  ids: readonly number[],
  accounts: readonly FoundAccount[],
): { permitted: FoundAccount[]; failed: Refused[] } {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const change = action === 'delete' ? {} : { blocked: action === 'block' };
  const policy = policies[action === 'delete' ? 'delete' : 'block'];
  const permitted: FoundAccount[] = [];
  const failed: Refused[] = [];
  for (const id of ids) {
    const account = byId.get(id);
    if (account && policy(caller, account, change)) permitted.push(account);
    else failed.push(refused(id, account && canReadAccount(caller, account) ? account.name : null, errorOf(account)));
  }
  return { permitted, failed };

  function errorOf(account: FoundAccount | undefined): AppError {
    return refusalError(account ? refusalReason(caller, account, change) : 'account_hidden', OWN_ACCOUNT[action]);
  }
}

const refused = (user_id: number, name: string | null, { code, message }: AppError): Refused => ({
  user_id,
  name,
  code,
  error: message,
});

async function apply(
  trx: Kysely<Database>,
  actor: Actor,
  action: UserBulkAction,
  permitted: readonly FoundAccount[],
): Promise<Done> {
  const nothing: OwnerChange = { devices: [], ownerId: null };
  const changing = permitted.filter((account) => isChanging(account, action));
  const ids = changing.map(({ id }) => id);
  if (ids.length === 0) return { ids, disconnected: [], ownership: nothing };
  const entries = changing.map(({ id, name, email, role }) => ({
    action: `user.${action}` as const,
    object_kind: 'user',
    object_id: id,
    details: action === 'delete' ? { name, email, role, bulk: true } : { bulk: true },
    before: action === 'delete' ? { name, email, role } : { blocked: action === 'unblock' },
    after: action === 'delete' ? null : { blocked: action === 'block' },
  }));
  const impersonated = action === 'unblock' ? [] : await revokeImpersonationKeys(trx, ...ids);
  let ownership = nothing;
  if (action === 'delete') {
    ownership = await deleteAccounts(trx, ids);
  } else {
    await setAccountsBlocked(trx, ids, action === 'block');
  }
  await auditEach(trx, actor, entries);
  return { ids, disconnected: action === 'unblock' ? [] : [...ids, ...impersonated], ownership };
}
