import type { TestApi } from '../api.ts';
import type { TestUser } from '../factories.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';

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
export function scheduleCalls(current: () => { api: Pick<TestApi, 'call'>; owner: TestUser }) {
  const keyOf = (user?: Pick<TestUser, 'key'>): string => (user ?? current().owner).key;
  return {
    create: (body: object, user?: TestUser) =>
      current().api.call(schedulesHttp.create, { key: keyOf(user) }, { ...body }),
    read: (id: number, user?: TestUser) => current().api.call(schedulesHttp.read, { key: keyOf(user) }, { id }),
    /** By an administrator, for another owner. */
    createFor: (owner: Pick<TestUser, 'id'>, body: object, user: TestUser) =>
      current().api.call(schedulesHttp.create, { key: keyOf(user) }, { user_id: owner.id, ...body }),
    list: async (user?: TestUser) => (await current().api.call(schedulesHttp.list, { key: keyOf(user) })).body,
    change: (id: number, body: object, user?: TestUser) =>
      current().api.call(schedulesHttp.change, { key: keyOf(user) }, { id, ...body }),
    remove: (id: number, user?: TestUser) => current().api.call(schedulesHttp.remove, { key: keyOf(user) }, { id }),
  };
}
