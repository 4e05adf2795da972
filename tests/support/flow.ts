import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import { test } from 'vitest';
import { startTestApi } from './api.ts';
import { SHARED_RABBITMQ } from './engines/stack-engine.ts';
import { startStack } from './stack.ts';

/** All tests call from one address, so the limits per address would otherwise hit tests that have nothing to do with each other. */
const SETTINGS = { RATE_LIMIT_SCALE: '1000' };

/** All stacks on RabbitMQ use one node, which asks one api about its clients: there a stack ends with its file. */
const scopeOfStack = (process.env[SHARED_RABBITMQ] ? 'file' : 'worker') as 'worker';

/**
 * Lends an api and a stack to the files of a worker, one after another. Each starts when a file first asks for it, and stops with the
 * worker. A test makes its own people and devices, and looks at nothing else. See `tests/README.md` for the files that start their own.
 *
 *     flow.beforeAll(({ lentApi }) => {
 *       api = lentApi;
 *     });
 */
export const flow = test
  // oxlint-disable-next-line no-empty-pattern -- vitest derives the fixtures that are needed from the pattern.
  .extend('workerApi', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const api = await startTestApi(SETTINGS);
    onCleanup(() => api.stop());
    return api;
  })
  // oxlint-disable-next-line no-empty-pattern -- as above
  .extend('workerStack', { scope: scopeOfStack }, async ({}, { onCleanup }) => {
    const stack = await startStack(SETTINGS);
    onCleanup(() => stack.stop());
    return stack;
  })
  .extend('lentApi', { scope: 'file' }, ({ workerApi }, { onCleanup }) => {
    onCleanup(() => dropOpenCommands(workerApi));
    return workerApi;
  })
  .extend('lentStack', { scope: 'file' }, ({ workerStack }, { onCleanup }) => {
    onCleanup(() => dropOpenCommands(workerStack));
    return workerStack;
  });

/**
 * A command that nobody answered would be settled minutes later, while a test of another file compares the counters of settled commands,
 * which all apis of a process share.
 */
async function dropOpenCommands({ db }: { db: Kysely<Database> }): Promise<void> {
  await db.deleteFrom('command_deliveries').where('settled_at', 'is', null).execute();
}
