import { fileURLToPath } from 'node:url';
import type { Config } from '@belfry/api/config/config';
import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import { test } from 'vitest';
import { startTestApi, testConfig } from './api.ts';
import { SHARED_RABBITMQ } from './engines/stack-engine.ts';
import { startStack } from './stack.ts';

const LOOPBACK = '127.0.0.1';
/** What is lent has them from its start. */
const SETTINGS = {
  // All tests call from one address, so the limits per address would otherwise hit tests that have nothing to do with each other.
  RATE_LIMIT_SCALE: '1000',
  // Where tests have their receivers, alert feeds, push services and identity providers.
  WEBHOOK_ALLOW: LOOPBACK,
  HOME_ASSISTANT_ALLOW: LOOPBACK,
  IDENTITY_PROVIDER_ALLOW: LOOPBACK,
  SPEECH_ENGINE: fileURLToPath(new URL('./services/canned-speech.ts', import.meta.url)),
};

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
    onCleanup(giveBack(workerApi));
    return workerApi;
  })
  .extend('lentStack', { scope: 'file' }, ({ workerStack }, { onCleanup }) => {
    const end = giveBack(workerStack);
    onCleanup(async () => {
      await workerStack.restore();
      await end();
    });
    return workerStack;
  });

type Lent = { db: Kysely<Database>; config: Config };

/**
 * Changes settings of what is lent until the end of the file, with the values that they have in the environment. They must be among those that the
 * api reads with each call or sweep, as limits, quotas and the public address. What the limits have counted so far is forgotten.
 *
 *     await changeSettings(lentApi, { RATE_LIMIT_SCALE: '0.1' });
 *
 * @returns a function that changes them back, for `onTestFinished`
 */
export async function changeSettings(
  { db, config }: Lent,
  settings: Partial<Record<keyof Config, string>>,
): Promise<() => void> {
  const restore = restorable(config);
  const parsed = testConfig({ DATABASE_URL: config.DATABASE_URL, ...settings });
  for (const name of Object.keys(settings)) Object.assign(config, { [name]: parsed[name as keyof Config] });
  await db.deleteFrom('rate_limits').execute();
  return restore;
}

/** @returns a function that sets all settings as they are now; those that are optional are absent then */
function restorable(config: Config): () => void {
  const before = { ...config };
  return () => {
    for (const name of Object.keys(config)) if (!(name in before)) Reflect.deleteProperty(config, name);
    Object.assign(config, before);
  };
}

/** @returns a function that undoes what a file leaves behind */
function giveBack(lent: Lent): () => Promise<void> {
  const restore = restorable(lent.config);
  return async () => {
    restore();
    await lent.db.deleteFrom('rate_limits').execute();
    await endOpenWork(lent);
  };
}

/**
 * A command that nobody answered would be settled minutes later, while a test of another file compares the counters of settled commands,
 * which all apis of a process share. Webhooks and alert feeds would try servers that have been stopped.
 */
async function endOpenWork({ db }: Lent): Promise<void> {
  await db.deleteFrom('command_deliveries').where('settled_at', 'is', null).execute();
  await db.deleteFrom('webhooks').execute();
  await db.deleteFrom('triggers').execute();
}
