/** @module-tag full */
import { createLogLevel } from '@belfry/api/features/service/log-level';
import { createLogger } from '@belfry/api/log';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { logLevelHttp } from '@belfry/schemas/http/service/log-level';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../../support/api.ts';
import { findAudit } from '../../../support/audit.ts';
import { createAdmin, type TestUser } from '../../../support/factories.ts';
import { untilShares } from '../../../support/services/shard-owners.ts';
import { startStack, type Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';

let stack: Stack;
let root: Pick<TestUser, 'id' | 'key'>;
beforeAll(async () => {
  stack = await startStack({ INGEST_SHARDS: '2' });
  await stack.ready();
  const { body } = await stack.call(authHttp.signIn, null, ROOT);
  root = { id: body.id, key: body.user_key };
});
afterAll(() => stack.stop());

it('is for root accounts only', async () => {
  const admin = await createAdmin(stack);
  for (const endpoint of [logLevelHttp.read, logLevelHttp.reset])
    expect((await stack.call(endpoint, admin)).status).toBe(403);
  expect((await stack.call(logLevelHttp.choose, admin, { level: 'debug' })).status).toBe(403);
  expect((await stack.call(logLevelHttp.choose, root, { level: 'loud' })).status).toBe(400);
  expect((await stack.call(logLevelHttp.choose, root, { level: 'error', minutes: 1_441 })).status).toBe(400);
});

it('is chosen for an hour on all instances, with who chose it, and audited', async () => {
  const replica = await stack.startReplica();
  await untilShares(stack.pool, [1, 1]);
  const levelOf = async (on: Pick<Stack, 'call'>) => (await on.call(logLevelHttp.read, root)).body.level;
  expect(await levelOf(replica)).toBe('silent');
  // Of the levels that can be chosen the one that writes least.
  const { body } = await stack.call(logLevelHttp.choose, root, { level: 'error' });
  expect(body).toMatchObject({
    level: 'error',
    configured: 'silent',
    chosen: { level: 'error', set_by: { id: root.id } },
  });
  expect(Math.abs(Date.parse(body.chosen?.until ?? '') - Date.now() - 3_600_000)).toBeLessThan(30_000);
  await until(
    'the replica has it',
    () => levelOf(replica),
    (level) => level === 'error',
  );
  expect(await findAudit(stack.db, 'installation.choose-log-level', 'log-level')).toMatchObject([
    { user_id: root.id, details: { level: 'error', minutes: 60 } },
  ]);

  expect((await stack.call(logLevelHttp.reset, root)).body).toEqual({
    level: 'silent',
    configured: 'silent',
    chosen: null,
  });
  await until(
    'the replica has returned',
    () => levelOf(replica),
    (level) => level === 'silent',
  );
  expect(await findAudit(stack.db, 'installation.reset-log-level', 'log-level')).toHaveLength(1);
  await replica.stop();
});

it('returns to that of the settings by itself, and holds after a restart until then', async () => {
  const log = createLogger('warn', { write: () => undefined });
  const config = { ...stack.config, LOG_LEVEL: 'warn' } as const;
  const control = createLogLevel({ db: stack.db, log, config });
  await stack.call(logLevelHttp.choose, root, { level: 'error', minutes: 5 });
  await control.refresh();
  expect(log.level).toBe('error');
  await stack.db
    .updateTable('log_level')
    .set({ until: sql<Date>`now() + interval '200 milliseconds'` })
    .execute();
  await control.refresh();
  expect(log.level).toBe('error');
  await until(
    'it has returned',
    () => Promise.resolve(log.level),
    (level) => level === 'warn',
  );
  control.stop();
  await stack.call(logLevelHttp.reset, root);
});
