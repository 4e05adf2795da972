/**
 * `npm run budget [-- text]`: calls every route of the product, or those whose method and path contain a text, with the most expensive
 * input that it accepts, in the largest organisation that one person may have. Prints processor time of the api and its longest
 * synchronous span per call, and writes them to RESULTS.md. Fails when a call is above its limit, or is refused without a known reason.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiRoutes } from '@belfry/api/composition/routes';
import { createDb } from '@belfry/api/db/client';
import type { RouteSpec } from '@belfry/api/http/routes/route';
import { createHttpClient } from '../support/http-client.ts';
import { launchProduct } from '../support/processes/launched-product.ts';
import { startHostileProvider } from '../support/providers/hostile-identity-provider.ts';
import { inputsOf, LAST } from './calls.ts';
import { callsOf, isUnexpected, measureCall, nameOf, shareOf, type Result } from './measure-call.ts';
import { createOrganisation } from './organisation.ts';
import { connectProbe } from './probe-client.ts';
import { lineOf, summaryOf, writeResults } from './report.ts';

/** What the organisation has set off is over when the first call is made. */
const START_REST_MS = 3_000;

const only = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'belfry-budget-'));
const socket = join(folder, 'probe');
const idp = await startHostileProvider();
const product = await launchProduct({
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'probe.ts')).href}`,
  BUDGET_PROBE: socket,
  // What limits attempts and messages would refuse what is measured.
  RATE_LIMIT_SCALE: '100000',
  HOME_ASSISTANT_ALLOW: '127.0.0.1',
  SMS_DAILY_MAX: '1000000',
  CODE_RESEND_AFTER_S: '0',
  IDENTITY_PROVIDER_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'warn',
});
const results: Result[] = [];
try {
  const [api, db] = [createHttpClient(product.url), createDb(product.pool)];
  const of = await createOrganisation(product, { api, db });
  const tools = { api, db, config: { DATA_DIR: product.dataDir }, of, idp };
  const inputs = inputsOf(tools);
  const probe = await connectProbe(socket);
  await probe.measure(async () => {}, START_REST_MS);
  for (const spec of inOrder(apiRoutes.map((route) => route.spec))) {
    if (!nameOf(spec).includes(only)) continue;
    for (const call of callsOf(spec, inputs, tools)) {
      const result = await measureCall(spec, call, tools, probe);
      results.push(result);
      process.stdout.write(`${lineOf(result)}\n`);
    }
  }
  probe.close();
} finally {
  await product.stop();
  await idp.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${summaryOf(results)}\n`);
if (only === '') writeResults(results);
process.exit(results.some((result) => shareOf(result) > 1 || isUnexpected(result)) ? 1 : 0);

/** Objects are deleted after everything that needs them. */
function inOrder(specs: RouteSpec[]): RouteSpec[] {
  const rank = (spec: RouteSpec): number => LAST.indexOf(nameOf(spec));
  const isDeletion = ({ method }: RouteSpec): number => Number(method === 'delete');
  return specs.toSorted((a, b) => rank(a) - rank(b) || isDeletion(a) - isDeletion(b));
}
