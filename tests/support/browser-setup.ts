import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '@belfry/infra/local/child';
import { ROOT } from '@belfry/infra/local/paths';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import postgresSetup from './postgres-setup.ts';

/**
 * Runs once before the browser stories: there is a Postgres, and the console in WEB_DIST, else that of these sources.
 * The stories get a copy of it, since whoever builds meanwhile takes the files away from under them.
 * @returns the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env['WEB_DIST'];
  if (!given) await ensureWebBuilt(runToEnd);
  const copy = mkdtempSync(join(tmpdir(), 'belfry-console-'));
  cpSync(given || join(ROOT, 'web/dist'), copy, { recursive: true });
  process.env['WEB_DIST'] = copy;
  const dropPostgres = await postgresSetup();
  return async () => {
    await dropPostgres();
    rmSync(copy, { recursive: true, force: true });
  };
}
