import type { Impersonation, UpdatedKey, User } from '@belfry/schemas/http/users-admin';
import { sql } from 'kysely';
import type { TestApi } from './api.ts';
import { PASSWORD, type TestUser } from './factories.ts';

type Caller = TestUser | undefined;
type Body = { user: User; code?: string; error?: string };
type Trace = { user_id: number; acting_as: number | null; details: Record<string, unknown> | null };
let made = 0;

/** What the add call takes; nobody else has this mail or phone. */
export const stranger = (overrides: object = {}) => {
  made += 1;
  const phone = `+4915112${String(10_000 + made)}`;
  return {
    email: `added-${made}@belfry.test`,
    pass: 'Secret-1',
    phone,
    name: `Added ${made}`,
    role: 'user',
    ...overrides,
  };
};

/** The calls of the users' administration, and what they leave behind. @param api it starts after this is called */
export const userActs = (api: () => TestApi) => {
  const works = async (key: string) => (await api().get('/api/users/info', { key })).status;
  return {
    add: (caller: Caller, body: object) => api().post<Body>('/api/admin/user/add', { key: caller?.key, body }),
    edit: (caller: Caller, body: object) => api().put<Body>('/api/admin/user/edit', { key: caller?.key, body }),
    block: (caller: Caller, body: object) => api().post<Body>('/api/admin/user/block', { key: caller?.key, body }),
    remove: (caller: Caller, id: number | string) => api().delete<Body>(`/api/admin/user/${id}`, { key: caller?.key }),
    updateKey: (caller: Caller, body: object) =>
      api().post<UpdatedKey & { code?: string }>('/api/admin/user/update_key', { key: caller?.key, body }),
    open: (caller: Caller, body: object) =>
      api().post<Impersonation & { code?: string }>('/api/admin/user/impersonate', { key: caller?.key, body }),
    /** The status that a key is answered with. */
    works,
    signIn: (email: string, password = PASSWORD) => api().post('/api/auth/login', { body: { email, password } }),
    /** The rows of the audit log. */
    acts: async (action: string, id: number): Promise<Trace[]> => {
      const { rows } = await sql<Trace>`
        select user_id, acting_as, details from audit_log
        where action = ${action} and object_id = ${String(id)}`.execute(api().db);
      return rows;
    },
    /** What another instance of the api does: this one hears nothing of it, and still knows who calls. */
    elsewhere: async ({ key }: TestUser, act: () => Promise<unknown>) => {
      if ((await works(key)) !== 200) throw new Error('the caller is not known yet');
      await act();
    },
    /** What was said to one person since the last look. */
    told: (id: number) => JSON.stringify(api().broker.published.filter(({ topic }) => topic === `users/${id}/events`)),
  };
};
