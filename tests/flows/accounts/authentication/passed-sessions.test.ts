import { endPassedSessions } from '@belfry/api/features/accounts/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAuthHarness, type AuthHarness, userKeys } from '../../../support/services/auth-harness.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(() => {
  harness.broker.disconnected.length = 0;
});

const { account, set } = userKeys(() => harness);

it('drops the live connections of sessions whose time has passed, once', async () => {
  const [idle, busy] = [await account(), await account()];
  const [passed, other] = [await idle.make(), await busy.make()];
  expect(await harness.auth.authenticate(passed.key)).toMatchObject({ id: idle.id });
  await set(passed.id, sql`expires_at = now() - interval '1 second'`);
  await endPassedSessions(harness);
  expect(harness.broker.disconnected).toEqual([{ kind: 'console', ids: [String(idle.id)] }]);
  expect(await harness.auth.authenticate(passed.key), 'it is forgotten at once').toBeNull();
  expect(await harness.auth.authenticate(other.key)).toMatchObject({ id: busy.id });
  await endPassedSessions(harness);
  expect(harness.broker.disconnected).toHaveLength(1);
});

it('does not revive a key that has passed while its owner was known', async () => {
  const { make } = await account();
  const { id, key } = await make();
  await harness.auth.authenticate(key);
  await set(id, sql`expires_at = now() - interval '1 second', last_used_at = now() - interval '1 hour'`);
  await harness.auth.authenticateUncached(key);
  harness.auth.forget();
  expect(await harness.auth.authenticate(key)).toBeNull();
});
