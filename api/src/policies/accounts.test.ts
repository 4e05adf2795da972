import { type Role, ROLES } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  type AccountChange,
  type AccountPolicy,
  canBlockAccount,
  canDeleteAccount,
  canDeleteAllAccounts,
  canEditAccount,
  canGrantRole,
  canImpersonate,
  canReadAccount,
  canReadOutgoingMessage,
  canRenewKey,
  canResetTwoFactor,
  canSeeRoots,
  canTextAnyNumber,
  type Refusal,
  refusalReason,
} from './accounts.ts';

it.each([
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])('%s reads their own account, and of others those with roles %j', (role, readable) => {
  const caller = { id: 1, role };
  expect(canReadAccount(caller, caller)).toBe(true);
  expect(ROLES.filter((other) => canReadAccount(caller, { id: 2, role: other }))).toEqual(readable);
});

it('lets people read their own account whatever role it has now', () => {
  for (const role of ROLES) expect(canReadAccount({ id: 1, role: 'user' }, { id: 1, role })).toBe(true);
});

it.each([
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])('%s can grant the roles %j', (role, granted) => {
  expect(ROLES.filter((other) => canGrantRole({ id: 1, role }, other))).toEqual(granted);
});

it('lets only roots see root accounts and delete all accounts', () => {
  for (const can of [canSeeRoots, canDeleteAllAccounts]) {
    expect(ROLES.filter((role) => can({ id: 1, role }))).toEqual(['root']);
  }
});

type Action = { name: string; policy: AccountPolicy; change?: AccountChange };
const ACTIONS: Action[] = [
  { name: 'edit', policy: canEditAccount },
  ...ROLES.map((role): Action => ({ name: `edit ${role}`, policy: canEditAccount, change: { role } })),
  { name: 'block', policy: canBlockAccount, change: { blocked: true } },
  { name: 'unblock', policy: canBlockAccount, change: { blocked: false } },
  { name: 'delete', policy: canDeleteAccount },
  { name: 'update_key', policy: canRenewKey },
  { name: 'impersonate', policy: canImpersonate },
];

const refusalOf = (caller: Account, account: Account, { policy, change = {} }: Action): Refusal | null =>
  policy(caller, account, change) ? null : refusalReason(caller, account, change);
const refusals = (caller: Account, account: Account): Record<string, Refusal | null> =>
  Object.fromEntries(ACTIONS.map((action) => [action.name, refusalOf(caller, account, action)]));
const all = (refusal: Refusal | null): Record<string, Refusal | null> =>
  Object.fromEntries(ACTIONS.map(({ name }) => [name, refusal]));

describe('every action of every role on every role', () => {
  it('refuses a user everything, on their own account too', () => {
    const caller: Account = { id: 1, role: 'user' };
    for (const role of ROLES) expect(refusals(caller, { id: 2, role })).toEqual(all('not_allowed'));
    expect(refusals(caller, caller)).toEqual(all('not_allowed'));
  });

  it('hides roots from an admin, and refuses to make somebody root', () => {
    const caller: Account = { id: 1, role: 'admin' };
    expect(refusals(caller, { id: 2, role: 'root' })).toEqual(all('account_hidden'));
    for (const role of ['user', 'admin'] as const) {
      expect(refusals(caller, { id: 2, role })).toEqual({ ...all(null), 'edit root': 'grants_root' });
    }
  });

  it('allows a root everything on other accounts', () => {
    for (const role of ROLES) expect(refusals({ id: 1, role: 'root' }, { id: 2, role })).toEqual(all(null));
  });

  it('refuses to change the role of, block, delete or impersonate one’s own account', () => {
    const never = { block: 'own_account', delete: 'own_account', impersonate: 'own_account' };
    const admin: Account = { id: 1, role: 'admin' };
    const root: Account = { id: 1, role: 'root' };
    expect(refusals(admin, admin)).toEqual({
      ...all(null),
      ...never,
      'edit user': 'own_account',
      'edit root': 'grants_root',
    });
    expect(refusals(root, root)).toEqual({
      ...all(null),
      ...never,
      'edit user': 'own_account',
      'edit admin': 'own_account',
    });
  });
});

it('always leaves at least one root', () => {
  const populations = [1, 2, 3].flatMap((size) =>
    Array.from({ length: ROLES.length ** size }, (_, number) =>
      Array.from({ length: size }, (_none, id): Account => ({
        id,
        role: ROLES[Math.floor(number / ROLES.length ** id) % ROLES.length] ?? 'user',
      })),
    ),
  );
  for (const accounts of populations.filter((people) => people.some(({ role }) => role === 'root'))) {
    for (const caller of accounts) {
      for (const account of accounts) {
        for (const action of ACTIONS.filter((tried) => refusalOf(caller, account, tried) === null)) {
          expect(after(accounts, account, action).some(({ role }) => role === 'root')).toBe(true);
        }
      }
    }
  }
});

function after(accounts: Account[], account: Account, { policy, change = {} }: Action): Account[] {
  const others = accounts.filter(({ id }) => id !== account.id);
  if (policy === canDeleteAccount || change.blocked) return others;
  return [...others, { ...account, role: change.role ?? account.role }];
}

it('lets administrators read messages, and those to root accounts only roots', () => {
  for (const role of ROLES) {
    expect(canReadOutgoingMessage({ id: 1, role }, { to_root: false })).toBe(role !== 'user');
    expect(canReadOutgoingMessage({ id: 1, role }, { to_root: true })).toBe(role === 'root');
  }
});

it.each([
  ['user', []],
  ['admin', ['user']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])(
  '%s turns off the second factor of others with roles %j, and never their own',
  (role, roles) => {
    const caller = { id: 1, role };
    expect(ROLES.filter((other) => canResetTwoFactor(caller, { id: 2, role: other }, {}))).toEqual(roles);
    expect(canResetTwoFactor(caller, caller, {})).toBe(false);
  },
);

it('lets administrators text any number, and others whom one permits it', () => {
  expect(ROLES.filter((role) => canTextAnyNumber({ role, may_text_any_number: false }))).toEqual(['admin', 'root']);
  expect(ROLES.filter((role) => canTextAnyNumber({ role, may_text_any_number: true }))).toEqual(ROLES);
});
