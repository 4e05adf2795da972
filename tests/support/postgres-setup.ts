import { createTemplate } from './postgres.ts';
import { startTestServer } from './postgres-server.ts';

/**
 * Runs once before the stories, for vitest and Playwright alike: the server and the migrated template reach the
 * workers through the environment.
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
