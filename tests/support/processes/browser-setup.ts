import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '@belfry/infra/local/processes/child';
import { ROOT } from '@belfry/infra/local/paths';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import rabbitmqSetup from '../engines/rabbitmq-setup.ts';
import postgresSetup from '../postgres/postgres-setup.ts';

/**
 * Runs once before the browser tests: starts Postgres, with TEST_ENGINE=rabbitmq a RabbitMQ for all of them, and uses the console in
 * WEB_DIST or else builds it. The tests use a copy, since a build during the run would replace the files.
 * @returns the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const webDist = process.env['WEB_DIST'];
  if (!webDist) await ensureWebBuilt(runToEnd);
  const copy = mkdtempSync(join(tmpdir(), 'belfry-console-'));
  cpSync(webDist || join(ROOT, 'web/dist'), copy, { recursive: true });
  process.env['WEB_DIST'] = copy;
  const stopServers = await (process.env['TEST_ENGINE'] === 'rabbitmq' ? rabbitmqSetup() : postgresSetup());
  return async () => {
    await stopServers();
    rmSync(copy, { recursive: true, force: true });
  };
}
