import { rmSync, writeFileSync } from 'node:fs';
import type { Flaky, Result } from './repeat.ts';

/** More flaky files and stories than these fail the run: such a run says nothing. */
export const FLAKY_MAX = 3;

/**
 * Prints what failed with the command that runs it alone, what was flaky, and the total as the last line.
 * @param flakyLog the file that names what was flaky; absent after a run without
 * @returns whether the run passed
 */
export function report(results: readonly Result[], flaky: readonly Flaky[], flakyLog: string): boolean {
  const passed = results.reduce((sum, { outcome }) => sum + outcome.passed, 0);
  const tooFlaky = flaky.length > FLAKY_MAX;
  const failed = results.reduce((sum, { outcome }) => sum + outcome.failed, tooFlaky ? 1 : 0);
  const failures = results.flatMap(({ outcome }) => outcome.failures);
  if (failures.length > 0) console.log('\nFailed:');
  for (const { name, error, command } of failures) console.log(`\n  ${name}\n    ${error}\n    ${command}`);
  const unnamed = failed - failures.length - (tooFlaky ? 1 : 0);
  if (unnamed > 0) console.log(`\n  ${unnamed} more were skipped or not reached`);

  if (flaky.length > 0) console.log('');
  for (const { name } of flaky) console.log(`flaky: ${name}`);
  if (tooFlaky) console.log(`${flaky.length} flaky files and stories, at most ${FLAKY_MAX} are tolerated`);
  rmSync(flakyLog, { force: true });
  if (flaky.length > 0) writeFileSync(flakyLog, flaky.map(({ name, error }) => `${name}\n  ${error}\n`).join(''));

  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}
