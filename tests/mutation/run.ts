import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createTemplate } from '../support/postgres/postgres.ts';
import { startTestServer } from '../support/postgres/postgres-server.ts';
import { parseArguments } from './arguments.ts';
import { AREAS, type Area, type AreaName } from './areas.ts';
import { percentOf, readScore, type Score } from './score.ts';

/**
 * `npm run test:mutation [-- area…]`: runs Stryker and counts how many mutants the tests detect. `-- area file…` mutates
 * only these files of the area. Takes minutes to hours, and exits with 1 when an area is below the target. `-- --continue area…` tests only the
 * mutants that have no result of an earlier run, also of one that was stopped, and those whose source or tests have changed since.
 */
const TARGET_PERCENT = 80;
const RESULTS = 'node_modules/.cache/mutation';
process.chdir(resolve(import.meta.dirname, '../..'));
process.env['PATH'] = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);

const CONTINUE = '--continue';
const { areas, files } = parseArguments(process.argv.slice(2).filter((argument) => argument !== CONTINUE));
const isContinued = process.argv.includes(CONTINUE);

/** What a run of Stryker mutates and with which tests. `known` is the file with the results that need not be found again, and of this run. */
type StrykerRun = Area & { known: string; reportFile: string; optionsFile: string };

/** String literals are not mutated: most are log messages and error texts, which the tests do not check. */
const strykerOptions = ({ mutate, known, reportFile }: StrykerRun) => ({
  testRunner: 'vitest',
  symlinkNodeModules: false,
  buildCommand: `node tests/mutation/link-workspaces.ts ${process.cwd()}`,
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  mutate: [...mutate, '!**/*.test.ts', '!**/testing/**'],
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 15_000,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: reportFile },
  incremental: true,
  incrementalFile: known,
  ignorePatterns: ['**/dist', '/data', '/docs', '/coverage', '/tests/browser/results'],
});

async function stryker(run: StrykerRun): Promise<void> {
  writeFileSync(run.optionsFile, JSON.stringify(strykerOptions(run)));
  const child = spawn('stryker', ['run', run.optionsFile], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: JSON.stringify(run.tests), MUTATION_ENVIRONMENT: run.environment },
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  // One that was stopped has stored what it found.
  if (code !== 0) throw new Error(`Stryker has ended with ${String(code)}`);
}

/**
 * The results without those that more tests may change although Stryker does not see it: mutants of what runs while a module is loaded have
 * no tests that cover them, whether they have survived or their module was not loaded at all.
 */
function withoutUntried(results: string): string {
  type Results = { files: Record<string, { mutants: { static?: boolean; status: string }[] }> };
  const known = JSON.parse(results) as Results;
  for (const file of Object.values(known.files))
    file.mutants = file.mutants.filter(
      ({ status, static: isStatic }) => status !== 'NoCoverage' && !(isStatic && status === 'Survived'),
    );
  return JSON.stringify(known);
}

/** Unit tests first: only what they do not detect is tried with the flows as well, each of which starts an api. */
async function mutate(name: AreaName, area: Area, folder: string): Promise<Score> {
  const paths = { reportFile: join(folder, 'mutation.json'), optionsFile: join(folder, 'stryker.json') };
  // What is known of some files only is not mixed with that of the area.
  const results = files.length > 0 ? folder : RESULTS;
  const known = { units: `${results}/${name}-units.json`, all: `${results}/${name}.json` };
  if (!isContinued) for (const file of Object.values(known)) rmSync(file, { force: true });
  const units = area.tests.filter((path) => !path.startsWith('tests/flows/'));
  if (units.length < area.tests.length) {
    await stryker({ ...area, ...paths, tests: units, known: known.units });
    if (!existsSync(known.all)) writeFileSync(known.all, withoutUntried(readFileSync(known.units, 'utf8')));
  }
  await stryker({ ...area, ...paths, known: known.all });
  return readScore(paths.reportFile);
}

const server = await startTestServer();
const template = await createTemplate(server.url);
process.env['TEST_DATABASE_URL'] = server.url;
process.env['TEST_DATABASE_TEMPLATE'] = template.name;
const folder = mkdtempSync(join(tmpdir(), 'belfry-mutation-'));
process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache');
const scores: [AreaName, Score][] = [];
try {
  for (const name of areas) {
    const area: Area = AREAS[name];
    scores.push([name, await mutate(name, files.length > 0 ? { ...area, mutate: files } : area, folder)]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await template.drop();
  await server.stop();
}

for (const [name, { undetected }] of scores) for (const line of undetected) console.log(`${name}  ${line}`);
for (const [name, score] of scores) {
  console.log(`${name.padEnd(16)} ${score.detected} of ${score.total} detected, ${percentOf(score).toFixed(1)} %`);
}
process.exitCode = scores.every(([, score]) => percentOf(score) >= TARGET_PERCENT) ? 0 : 1;
