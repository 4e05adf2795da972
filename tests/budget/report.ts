import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { CPU_MAX_MS, isUnexpected, shareOf, SPAN_MAX_MS, type Result } from './measure-call.ts';

const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const HEAD = `# The cost of calls

Made by \`npm run budget\`: each route of the api with the most expensive input that it accepts, in the largest organisation that one person
may have, among 20,000 people. Processor time is that of the whole api, with its threads, until it rests again; a span is work of its main
thread without a pause. A call above ${SPAN_MAX_MS} ms of a span or ${CPU_MAX_MS} ms of processor time fails the command.`;

export const lineOf = (result: Result): string => {
  const { route, status, bytes, cpuMs, spanMs, error, refused } = result;
  const cells = [
    route.padEnd(56),
    status,
    `${bytes} B`.padStart(11),
    `${cpuMs.toFixed(0)} ms`.padStart(9),
    `${spanMs.toFixed(1)} ms`.padStart(10),
    ...(shareOf(result) > 1 ? ['ABOVE ITS LIMIT'] : []),
    ...(isUnexpected(result) ? [`NOT ACCEPTED ${refused ?? error ?? ''}`] : []),
  ];
  return cells.join('  ');
};

/** Counts in one line. */
export function summaryOf(results: readonly Result[]): string {
  const accepted = results.filter(({ status }) => status > 0 && status < 400);
  const refused = results.filter(({ refused }) => refused !== null);
  const above = results.filter((result) => shareOf(result) > 1);
  return `${results.length} calls of ${new Set(results.map(({ route }) => route)).size} routes, ${accepted.length} accepted and ${refused.length} refused for a known reason; ${above.length} above ${SPAN_MAX_MS} ms of a span or ${CPU_MAX_MS} ms of processor time.`;
}

/** Writes the table: the longest spans first. */
export function writeResults(results: readonly Result[]): void {
  const rows = results
    .toSorted((a, b) => b.spanMs - a.spanMs)
    .map(
      ({ route, status, bytes, cpuMs, spanMs, refused, error }) =>
        `| \`${route}\` | ${status} | ${bytes} | ${cpuMs.toFixed(0)} | ${spanMs.toFixed(1)} | ${refused ?? error ?? ''} |`,
    );
  const table = [
    '| route | status | bytes | processor ms | longest span ms | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ];
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${availableParallelism()} processor cores and ${Math.round(totalmem() / 2 ** 30)} GiB of memory, used by other work as well`;
  const made = `${new Date().toISOString().slice(0, 10)}, commit ${commit}; a machine with ${machine}.`;
  writeFileSync(RESULTS, [HEAD, made, summaryOf(results), table.join('\n')].join('\n\n').concat('\n'));
}
