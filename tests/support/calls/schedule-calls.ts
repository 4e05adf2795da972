import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import type { TestApi } from '../api.ts';
import type { TestUser } from '../factories.ts';

type Answer = Schedule & { error?: string; code?: string; current?: Schedule };

/** A schedule of silence every weekday at 08:00, which refers to nothing in the library. */
export const scheduleBody = (nodes: number[], overrides: object = {}) => ({
  name: 'Quiet lessons',
  action: { type: 'silence' },
  starts_at: '2026-11-23T08:00',
  duration_minutes: 45,
  rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  targets: { nodes },
  ...overrides,
});

/** The calls of schedules, by the owner unless another user is given. `current` returns the api and the owner of this test. */
export function scheduleCalls(
  current: () => { api: Pick<TestApi, 'get' | 'post' | 'put' | 'delete'>; owner: TestUser },
) {
  const keyOf = (user?: Pick<TestUser, 'key'>): string => (user ?? current().owner).key;
  return {
    create: (body: object, user?: TestUser) => current().api.post<Answer>('/api/schedules', { key: keyOf(user), body }),
    read: (id: number, user?: TestUser) => current().api.get<Answer>(`/api/schedules/${id}`, { key: keyOf(user) }),
    /** By an administrator, for another owner. */
    createFor: (owner: Pick<TestUser, 'id'>, body: object, user: TestUser) =>
      current().api.post<Answer>(`/api/schedules?user_id=${owner.id}`, { key: keyOf(user), body }),
    list: async (user?: TestUser) => (await current().api.get<Schedule[]>('/api/schedules', { key: keyOf(user) })).body,
    change: (id: number, body: object, user?: TestUser) =>
      current().api.put<Answer>(`/api/schedules/${id}`, { key: keyOf(user), body }),
    remove: (id: number, user?: TestUser) => current().api.delete<Answer>(`/api/schedules/${id}`, { key: keyOf(user) }),
  };
}
