import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createUser } from '../../../support/factories.ts';
import { startStack, type Stack } from '../../../support/stack.ts';
import { untilShares } from '../../../support/services/shard-owners.ts';
import { until } from '../../../support/until.ts';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ INGEST_SHARDS: '2' });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => stack.stop());

it('a key that one instance revokes is refused by another as soon as that is told, although it was used there just before', async () => {
  const replica = await stack.startReplica();
  await untilShares(stack.pool, [1, 1]);
  const { key } = await createUser(stack);
  const ask = async (): Promise<number> => (await replica.call(sessionsHttp.list, { key })).status;
  // The clock of the cache stands still, so the key does not leave it after its time. Without the notice the test times out.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  expect(await ask()).toBe(200);
  expect((await stack.call(authHttp.signOut, { key })).status).toBeLessThan(300);
  await until('it is refused', ask, (status) => status === 401);
  await replica.stop();
});
