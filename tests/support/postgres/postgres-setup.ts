import { createTemplate } from './postgres.ts';
import { startTestServer } from './postgres-server.ts';

/**
 * Runs once before the tests, for vitest and Playwright: starts a server with a migrated template database and passes
 * both to the workers in environment variables.
 * @returns the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  console.log(`Postgres: ${server.kind}`);
  const template = await createTemplate(server.url);
  process.env['TEST_DATABASE_URL'] = server.url;
  process.env['TEST_DATABASE_TEMPLATE'] = template.name;
  return async () => {
    await template.drop();
    await server.stop();
  };
}
