import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repeatFailures, type Result } from './run/repeat.ts';
import { report } from './run/report.ts';
import { createSteps } from './run/step.ts';
import { createSuites, type Group } from './run/steps.ts';
import { measureFloor } from './support/machine-floor.ts';

/**
 * `npm test` runs the gate, `npm run test:full` (`--full`) all checks and tests; `--only STEP`, which may be repeated, runs steps by their
 * title. The last line of the output is the total. See tests/README.md.
 */
process.chdir(resolve(import.meta.dirname, '..'));
process.env['PATH'] = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);
const reports = mkdtempSync(join(tmpdir(), 'belfry-reports-'));
// Dozens of tests start the api, the broker or devices as processes, each of which compiles the same modules. It halves their start.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compile-cache');

/** Less than the time limits of CI, so that the run reports its counts before it is stopped from outside. */
const TOTAL_MINUTES = { gate: 43, full: 180 };

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});
const suites = createSuites(reports);
const groups = selected(values.full || values.only ? suites.full : suites.gate, values.only);

const floorBefore = measureFloor();
const startedAt = performance.now();
const run = createSteps(values.full ? TOTAL_MINUTES.full : TOTAL_MINUTES.gate);
const results: Result[] = [];
for (const group of groups) {
  const outcomes = await Promise.all(group.map(run));
  for (const [at, { title, repeat }] of group.entries()) {
    const outcome = outcomes[at];
    if (outcome) results.push({ title, outcome, repeat });
  }
}
const settled = await repeatFailures(results, run, (title) => join(reports, `${title.replaceAll(/\W+/g, '-')}.jsonl`));

rmSync(reports, { recursive: true, force: true });
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `${'all'.padEnd(28)} ${minutes} min; the floor took ${floorBefore} ms before and ${measureFloor()} ms after it`,
);
const passed = report(settled.results, settled.flaky, resolve('tests/flaky.log'));
process.exitCode = passed ? 0 : 1;

function selected(all: readonly Group[], titles: readonly string[] | undefined): readonly Group[] {
  if (!titles) return all;
  const known = all.flat().map(({ title }) => title);
  const unknown = titles.filter((title) => !known.includes(title));
  if (unknown.length > 0) throw new Error(`no step: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return all.map((group) => group.filter(({ title }) => titles.includes(title)));
}
