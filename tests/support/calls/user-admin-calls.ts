import type { Impersonation, UpdatedKey, User } from '@belfry/schemas/http/users/admin';
import { sql } from 'kysely';
import type { TestApi } from '../api.ts';
import { PASSWORD, type TestUser } from '../factories.ts';

type Caller = TestUser | undefined;
type Body = { user: User; code?: string; error?: string };
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
  const keyStatus = async (key: string) => (await api().get('/api/users/info', { key })).status;
  return {
    add: (caller: Caller, body: object) => api().post<Body>('/api/admin/user/add', { key: caller?.key, body }),
    edit: (caller: Caller, body: object) => api().put<Body>('/api/admin/user/edit', { key: caller?.key, body }),
    block: (caller: Caller, body: object) => api().post<Body>('/api/admin/user/block', { key: caller?.key, body }),
    remove: (caller: Caller, id: number | string) => api().delete<Body>(`/api/admin/user/${id}`, { key: caller?.key }),
    updateKey: (caller: Caller, body: object) =>
      api().post<UpdatedKey & { code?: string }>('/api/admin/user/update_key', { key: caller?.key, body }),
    open: (caller: Caller, body: object) =>
      api().post<Impersonation & { code?: string }>('/api/admin/user/impersonate', { key: caller?.key, body }),
    /** The HTTP status of a request with this key. */
    keyStatus,
    signIn: (email: string, password = PASSWORD) => api().post('/api/auth/login', { body: { email, password } }),
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
