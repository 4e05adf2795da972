/**
 * `npm run bench [-- row …]`: measures the contenders of each row in interleaved rounds, so that changes in the machine's
 * speed affect all alike; ratios are taken per round. Writes RESULTS.md beside this file.
 */
import { describeMachine } from './lib/machine.ts';
import { measure } from './lib/measure.ts';
import { report } from './lib/report.ts';
import { rows } from './rows/index.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) {
  process.stderr.write(`no such row: ${unknown.join(', ')}; there are ${rows.map((row) => row.name).join(', ')}\n`);
  process.exit(2);
}

process.stdout.write(`${describeMachine()}\n`);
let failed = 0;
for (const row of rows) {
  if (wanted.length > 0 && !wanted.includes(row.name)) continue;
  try {
    report(row.name, await measure(row));
  } catch (error) {
    // A row that fails has no result; the others are still measured.
    failed++;
    process.stderr.write(`${row.name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
process.exit(failed > 0 ? 1 : 0);
