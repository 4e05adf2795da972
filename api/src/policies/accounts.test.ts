import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import {
  canDeleteAllAccounts,
  canGrantRole,
  canSeeAccount,
  canSeeRoots,
  manageAccountRefusal,
  type Account,
  type AccountAction,
  type Refusal,
} from './accounts.ts';

it.each([
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])('%s sees their own account, and of others those with roles %j', (role, seen) => {
  const caller = { id: 1, role };
  expect(canSeeAccount(caller, caller)).toBe(true);
  expect(ROLES.filter((other) => canSeeAccount(caller, { id: 2, role: other }))).toEqual(seen);
});

it('shows people their own account whatever role it has by now', () => {
  for (const role of ROLES) expect(canSeeAccount({ id: 1, role: 'user' }, { id: 1, role })).toBe(true);
});

it.each([
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])('%s can grant the roles %j', (role, granted) => {
  expect(ROLES.filter((other) => canGrantRole({ id: 1, role }, other))).toEqual(granted);
});

it('shows root accounts to roots only, who alone delete all accounts', () => {
  for (const can of [canSeeRoots, canDeleteAllAccounts]) {
    expect(ROLES.filter((role) => can({ role }))).toEqual(['root']);
  }
});

const ACTS: AccountAction[] = [
  { kind: 'edit' },
  ...ROLES.map((role): AccountAction => ({ kind: 'edit', role })),
  { kind: 'block', blocked: true },
  { kind: 'block', blocked: false },
  { kind: 'delete' },
  { kind: 'update_key' },
  { kind: 'open' },
];
const nameOf = (act: AccountAction): string =>
  act.kind === 'edit' ? `edit ${act.role ?? ''}`.trim() : act.kind === 'block' && !act.blocked ? 'unblock' : act.kind;

const refusals = (caller: Account, account: Account): Record<string, Refusal | null> =>
  Object.fromEntries(ACTS.map((act) => [nameOf(act), manageAccountRefusal(caller, account, act)]));
const all = (refusal: Refusal | null): Record<string, Refusal | null> =>
  Object.fromEntries(ACTS.map((act) => [nameOf(act), refusal]));

describe('every action of every role on every role', () => {
  it('refuses a user everything, on their own account too', () => {
    const caller: Account = { id: 1, role: 'user' };
    for (const role of ROLES) expect(refusals(caller, { id: 2, role })).toEqual(all('not_allowed'));
    expect(refusals(caller, caller)).toEqual(all('not_allowed'));
  });

  it('hides roots from an admin, and refuses to make somebody root', () => {
    const caller: Account = { id: 1, role: 'admin' };
    expect(refusals(caller, { id: 2, role: 'root' })).toEqual(all('unseen'));
    for (const role of ['user', 'admin'] as const) {
      expect(refusals(caller, { id: 2, role })).toEqual({ ...all(null), 'edit root': 'grants_root' });
    }
  });

  it('allows a root everything on other accounts', () => {
    for (const role of ROLES) expect(refusals({ id: 1, role: 'root' }, { id: 2, role })).toEqual(all(null));
  });

  it('refuses to change the role of, block, delete or open one’s own account', () => {
    const never = { block: 'oneself', delete: 'oneself', open: 'oneself' };
    const admin: Account = { id: 1, role: 'admin' };
    const root: Account = { id: 1, role: 'root' };
    expect(refusals(admin, admin)).toEqual({
      ...all(null),
      ...never,
      'edit user': 'oneself',
      'edit root': 'grants_root',
    });
    expect(refusals(root, root)).toEqual({ ...all(null), ...never, 'edit user': 'oneself', 'edit admin': 'oneself' });
  });
});

it('always leaves at least one root', () => {
  const worlds = [1, 2, 3].flatMap((size) =>
    Array.from({ length: ROLES.length ** size }, (_, number) =>
      Array.from({ length: size }, (_none, id): Account => ({
        id,
        role: ROLES[Math.floor(number / ROLES.length ** id) % ROLES.length] ?? 'user',
      })),
    ),
  );
  for (const world of worlds.filter((people) => people.some(({ role }) => role === 'root'))) {
    for (const caller of world) {
      for (const account of world) {
        for (const act of ACTS.filter((tried) => manageAccountRefusal(caller, account, tried) === null)) {
          expect(after(world, account, act).some(({ role }) => role === 'root')).toBe(true);
        }
      }
    }
  }
});

/** The people who can act once this was done. */
function after(world: Account[], account: Account, act: AccountAction): Account[] {
  const others = world.filter(({ id }) => id !== account.id);
  if (act.kind === 'delete' || (act.kind === 'block' && act.blocked)) return others;
  return [...others, act.kind === 'edit' ? { ...account, role: act.role ?? account.role } : account];
}
