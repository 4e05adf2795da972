import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { measureFloor } from '../support/machine-floor.ts';
import { failure, type Results } from './results.ts';
import type { Group, Step } from './steps.ts';

/** More flaky tests than these fail the run: such a run says nothing. */
const FLAKY_MAX = 3;
/** The line of `postgres-setup.ts` that names the server that the tests used, and why. */
const SERVER_LINE = /^Postgres: .+$/m;

/**
 * Runs the groups, prints one line for each step, then what failed with the command that runs it alone, what was flaky, and as the last line the total.
 * @param groupsOf gets the folder of the reports
 * @param minutes less than the limit of CI, so that the run prints its total before it is stopped from outside
 */
export async function runGroups(groupsOf: (reports: string) => readonly Group[], minutes: number): Promise<void> {
  process.env['PATH'] = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);
  const reports = mkdtempSync(join(tmpdir(), 'belfry-reports-'));
  // Dozens of tests start the api, the broker or devices as processes, each of which compiles the same modules. It halves their start.
  process.env['NODE_COMPILE_CACHE'] = join(reports, 'compile-cache');

  const floorBefore = measureFloor();
  const startedAt = performance.now();
  const deadline = startedAt + minutes * 60_000;
  const all: Results[] = [];
  for (const group of groupsOf(reports)) all.push(...(await Promise.all(group.map((step) => runStep(step, deadline)))));
  rmSync(reports, { recursive: true, force: true });

  const ms = performance.now() - startedAt;
  const floorAfter = measureFloor();
  const floors = Math.round((2 * ms) / (floorBefore + floorAfter));
  console.log(
    `${'all'.padEnd(28)} ${(ms / 60_000).toFixed(1)} min, ${floors} floors; the floor took ${floorBefore} ms before and ${floorAfter} ms after it`,
  );
  process.exitCode = printTotal(all) ? 0 : 1;
}

/** Runs a step within its limit and that of the run. Prints its counts and time, preceded by its output when it failed. */
async function runStep({ title, minutes, work }: Step, deadline: number): Promise<Results> {
  const startedAt = performance.now();
  // AbortSignal.timeout takes whole numbers of 0 or more.
  const limit = AbortSignal.timeout(Math.max(0, Math.trunc(Math.min(minutes * 60_000, deadline - startedAt))));
  const results = await work(limit).catch((error: Error) => failure(title, error.message));
  const { passed, failures, output } = results;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (failures.length > 0) console.log(`\n${output.trim()}\n`);
  const counts = `${failures.length > 0 ? `${failures.length} failed, ` : ''}${passed} passed`;
  console.log(`${title.padEnd(28)} ${counts}  ${seconds} s of at most ${minutes * 60} s`);
  const server = SERVER_LINE.exec(output);
  if (server) console.log(`  ${server[0]}`);
  return results;
}

/** @returns whether the run passed */
function printTotal(all: readonly Results[]): boolean {
  const passed = all.reduce((sum, results) => sum + results.passed, 0);
  const failures = all.flatMap((results) => results.failures);
  const flaky = all.flatMap((results) => results.flaky);
  if (failures.length > 0) console.log('\nFailed:');
  for (const { name, error, command } of failures) console.log(`\n  ${name}\n    ${error}\n    ${command}`);
  if (flaky.length > 0) console.log('');
  for (const { name, error } of flaky) console.log(`flaky: ${name}\n  ${error}`);
  const tooFlaky = flaky.length > FLAKY_MAX;
  if (tooFlaky) console.log(`${flaky.length} flaky tests, at most ${FLAKY_MAX} are tolerated`);
  const failed = failures.length + (tooFlaky ? 1 : 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}
