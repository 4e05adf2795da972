import { sql } from 'kysely';
import type { TestApi } from '../api.ts';
import { PASSWORD, type TestUser } from '../factories.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';

type Caller = TestUser | undefined;
type AuditRow = { user_id: number; acting_as: number | null; details: Record<string, unknown> | null };
let created = 0;

/** A body for adding a user, with a unique email address and phone number. */
export const newUserBody = (overrides: object = {}) => {
  created += 1;
  const phone = `+4915112${String(10_000 + created)}`;
  return {
    email: `added-${created}@belfry.test`,
    pass: 'Secret-1',
    phone,
    name: `Added ${created}`,
    role: 'user',
    ...overrides,
  };
};

/** HTTP calls of user administration and queries of their effects. @param api read at each call, since it starts later */
export const userAdminCalls = (api: () => TestApi) => {
  const keyStatus = async (key: string) => (await api().call(usersHttp.profile, { key })).status;
  return {
    add: (caller: Caller, body: object) => api().call(userChangesHttp.add, caller ?? null, { ...body }),
    edit: (caller: Caller, body: object) => api().call(userChangesHttp.edit, caller ?? null, { ...body }),
    block: (caller: Caller, body: object) => api().call(userChangesHttp.block, caller ?? null, { ...body }),
    remove: (caller: Caller, id: number | string) => api().call(userChangesHttp.remove, caller ?? null, { id }),
    updateKey: (caller: Caller, body: object) => api().call(userKeysHttp.updateKey, caller ?? null, { ...body }),
    open: (caller: Caller, body: object) => api().call(userKeysHttp.impersonate, caller ?? null, { ...body }),
    /** The HTTP status of a request with this key. */
    keyStatus,
    signIn: (email: string, password = PASSWORD) => api().call(authHttp.signIn, null, { email, password }),
    /** The audit log rows of an action on an object. */
    auditRows: async (action: string, id: number): Promise<AuditRow[]> => {
      const { rows } = await sql<AuditRow>`
        select user_id, acting_as, details from audit_log
        where action = ${action} and object_id = ${String(id)}`.execute(api().db);
      return rows;
    },
    /** Makes a change directly in the database, as another instance would, while this one has the key in its cache. */
    onOtherInstance: async ({ key }: TestUser, act: () => Promise<unknown>) => {
      if ((await keyStatus(key)) !== 200) throw new Error('the key is not cached yet');
      await act();
    },
    /** The console events of a user, as JSON. */
    eventsOf: (id: number) =>
      JSON.stringify(api().broker.published.filter(({ topic }) => topic === `users/${id}/events`)),
  };
};
