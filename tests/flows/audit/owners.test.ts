import {
  checkDeviceNodes,
  findPermittedCompany,
  lockPermittedCompany,
} from '@belfry/api/features/companies/company-access';
import { checkOwner, findPermittedOwner, ownerPermits } from '@belfry/api/people/owner-access';
import { canEditNode, canReadNode } from '@belfry/api/policies/owners';
import type { Principal } from '@belfry/api/http/routes/principal';
import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createCompany, createUser } from '../../support/factories.ts';
import { outcome } from '../../support/outcome.ts';

/** An id that no user has. */
const NOBODY = 2_000_000;

let store: TestDatabaseAccess;
/** By role: a caller and another account. */
const callers = {} as Record<Role, Principal>;
const others = {} as Record<Role, number>;
beforeAll(async () => {
  store = await startTestStore();
  for (const role of ROLES) {
    const { id } = await createUser(store, { role });
    callers[role] = { id, role, key_id: 0, key_created_at: new Date(0), opened_by: null };
    others[role] = (await createUser(store, { role })).id;
  }
});
afterAll(() => store.stop());

/** The roles whose data each role may access. */
const OPEN: [Role, Role[]][] = [
  ['user', []],
  ['admin', ['user', 'admin']],
  ['root', ['user', 'admin', 'root']],
];

describe.each(OPEN)('objects of other users that a caller with the role %s can access', (role, open) => {
  it(`have owners with the role ${open.join(', ') || 'none'}`, async () => {
    const caller = callers[role];
    expect(await ownerPermits(store.db, caller, caller.id, canReadNode)).toBe(true);
    for (const other of ROLES) {
      expect(await ownerPermits(store.db, caller, others[other], canReadNode)).toBe(open.includes(other));
    }
    expect(await ownerPermits(store.db, caller, NOBODY, canReadNode)).toBe(false);
  });

  it('include companies; others return 404', async () => {
    for (const other of ROLES) {
      const { company_id } = await createCompany(store, { user_id: others[other] });
      const expected = open.includes(other) ? expect.objectContaining({ company_id }) : 'not_found';
      expect(await outcome(() => findPermittedCompany(store.db, callers[role], company_id, canReadNode))).toEqual(
        expected,
      );
      expect(
        await outcome(() =>
          store.db
            .transaction()
            .execute((trx) =>
              lockPermittedCompany(trx, callers[role], company_id, { policy: canEditNode, lock: 'to-change' }),
            ),
        ),
      ).toEqual(expected);
    }
    expect(await outcome(() => findPermittedCompany(store.db, callers[role], NOBODY, canReadNode))).toBe('not_found');
  });
});

describe('a named owner', () => {
  it('may be any user for administrators, and only the own account for users', async () => {
    for (const role of ROLES) {
      const caller = callers[role];
      for (const ownerId of [undefined, caller.id]) {
        expect(await outcome(() => checkOwner(caller, ownerId))).toBeUndefined();
        expect(await findPermittedOwner(store.db, caller, ownerId, canReadNode)).toBe(caller.id);
      }
      expect(await outcome(() => checkOwner(caller, NOBODY))).toBe(role === 'user' ? 'forbidden' : undefined);
    }
  });

  it.each(OPEN)('named by %s must be visible to them', async (role, open) => {
    for (const other of ROLES) {
      const hidden = role === 'user' ? 'forbidden' : 'user_not_found';
      expect(await outcome(() => findPermittedOwner(store.db, callers[role], others[other], canReadNode))).toBe(
        open.includes(other) ? others[other] : hidden,
      );
    }
  });
});

describe('the nodes of a group', () => {
  it('must be device nodes of its owner', async () => {
    const user_id = others.user;
    const main = await createCompany(store, { user_id });
    const company = await createCompany(store, { below: main, type: 'Company' });
    const device = await createCompany(store, { below: company });
    const foreign = await createCompany(store, { user_id: others.admin });
    const check = (...nodes: { company_id: number }[]) =>
      outcome(() =>
        checkDeviceNodes(
          store.db,
          user_id,
          nodes.map(({ company_id }) => company_id),
        ),
      );
    expect(await check()).toBeUndefined();
    expect(await check(device)).toBeUndefined();
    expect(await check(device, company)).toBe('unprocessable');
    expect(await check(device, foreign)).toBe('not_found');
    expect(await check(device, { company_id: NOBODY })).toBe('not_found');
  });
});
