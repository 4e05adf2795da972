import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runGroups } from './run/run-groups.ts';
import { createSteps, type Group } from './run/steps.ts';

/**
 * `npm test` runs the gate, `npm run test:full` (`--full`) all checks and tests; `--only STEP`, which may be repeated, runs steps by their
 * title. See tests/README.md.
 */
process.chdir(resolve(import.meta.dirname, '..'));
const MINUTES = { gate: 43, full: 180 };

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});
await runGroups(
  (reports) => {
    const { gate, full } = createSteps(reports);
    return selected(values.full || values.only ? full : gate, values.only);
  },
  MINUTES[values.full ? 'full' : 'gate'],
);

function selected(all: readonly Group[], titles: readonly string[] | undefined): readonly Group[] {
  if (!titles) return all;
  const steps = all.flat().map(({ title }) => title);
  const unknown = titles.filter((title) => !steps.includes(title));
  if (unknown.length > 0) throw new Error(`no step: ${unknown.join(', ')}; there are ${steps.join(', ')}`);
  return all.map((group) => group.filter(({ title }) => titles.includes(title)));
}
