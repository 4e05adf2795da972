import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { runToEnd } from '@belfry/infra/local/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import { step, type Outcome } from './run/step.ts';
import { check, playwright, vitest } from './run/suites.ts';
import { ensureChromium } from './support/chromium.ts';

/** Everything that proves Belfry, from the quickest to the slowest. The closing line stands alone at the end. */
process.chdir(resolve(import.meta.dirname, '..'));
process.env['PATH'] = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);
const reports = mkdtempSync(join(tmpdir(), 'belfry-reports-'));

async function buildWeb(): Promise<Outcome & { output: string }> {
  await ensureWebBuilt(runToEnd);
  return { passed: 1, failed: 0, output: '' };
}

const outcomes = [
  await step('lint and format', () => check(['npm', 'run', '--silent', 'lint'])),
  await step('types', () => check(['npm', 'run', '--silent', 'typecheck'])),
  await step('units and flows', () => vitest(['unit', 'web', 'flows'], join(reports, 'vitest.json'))),
  await step('console build', buildWeb),
  await step('chaos', () => vitest(['chaos'], join(reports, 'chaos.json'))),
  await step('browser stories', () => playwright(join(reports, 'browser.json'), ensureChromium())),
];

rmSync(reports, { recursive: true, force: true });
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
