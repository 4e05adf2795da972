import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { describe, expect, it } from 'vitest';
import { mayGrant, maySee, refusalOf, type Account, type Act, type Refusal } from './rights.ts';

it.each([
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])('%s sees themselves, and of others: %j', (role, seen) => {
  const caller = { id: 1, role };
  expect(maySee(caller, caller)).toBe(true);
  expect(ROLES.filter((other) => maySee(caller, { id: 2, role: other }))).toEqual(seen);
});

it('one’s own account is there whatever role it was given since', () => {
  for (const role of ROLES) expect(maySee({ id: 1, role: 'user' }, { id: 1, role })).toBe(true);
});

it.each([
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
] satisfies [Role, Role[]][])('%s may grant %j', (role, granted) => {
  expect(ROLES.filter((other) => mayGrant({ id: 1, role }, other))).toEqual(granted);
});

const ACTS: Act[] = [
  { kind: 'edit' },
  ...ROLES.map((role): Act => ({ kind: 'edit', role })),
  { kind: 'block', blocked: true },
  { kind: 'block', blocked: false },
  { kind: 'delete' },
  { kind: 'update_key' },
  { kind: 'open' },
];
const nameOf = (act: Act): string =>
  act.kind === 'edit' ? `edit ${act.role ?? ''}`.trim() : act.kind === 'block' && !act.blocked ? 'unblock' : act.kind;

const refusals = (caller: Account, account: Account): Record<string, Refusal | null> =>
  Object.fromEntries(ACTS.map((act) => [nameOf(act), refusalOf(caller, account, act)]));
const all = (refusal: Refusal | null): Record<string, Refusal | null> =>
  Object.fromEntries(ACTS.map((act) => [nameOf(act), refusal]));

describe('every act of every role on every role', () => {
  it('a user may do nothing to anybody, themselves included', () => {
    const caller: Account = { id: 1, role: 'user' };
    for (const role of ROLES) expect(refusals(caller, { id: 2, role })).toEqual(all('not_allowed'));
    expect(refusals(caller, caller)).toEqual(all('not_allowed'));
  });

  it('for an admin a root is not there, and nobody becomes one', () => {
    const caller: Account = { id: 1, role: 'admin' };
    expect(refusals(caller, { id: 2, role: 'root' })).toEqual(all('unseen'));
    for (const role of ['user', 'admin'] as const) {
      expect(refusals(caller, { id: 2, role })).toEqual({ ...all(null), 'edit root': 'grants_root' });
    }
  });

  it('a root may do everything to others', () => {
    for (const role of ROLES) expect(refusals({ id: 1, role: 'root' }, { id: 2, role })).toEqual(all(null));
  });

  it('nobody changes their own role, blocks, deletes or opens themselves', () => {
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

it('no allowed act leaves nobody as root', () => {
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
        for (const act of ACTS.filter((tried) => refusalOf(caller, account, tried) === null)) {
          expect(after(world, account, act).some(({ role }) => role === 'root')).toBe(true);
        }
      }
    }
  }
});

/** The people who can act once this was done. */
function after(world: Account[], account: Account, act: Act): Account[] {
  const others = world.filter(({ id }) => id !== account.id);
  if (act.kind === 'delete' || (act.kind === 'block' && act.blocked)) return others;
  return [...others, act.kind === 'edit' ? { ...account, role: act.role ?? account.role } : account];
}
