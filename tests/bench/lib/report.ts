import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './machine.ts';
import { format, type Result } from './measure.ts';

const FILE = fileURLToPath(new URL('../RESULTS.md', import.meta.url));
const HEAD = `# Results

Written by \`npm run bench\` (one row alone: \`npm run bench -- ROW\`). Medians of interleaved rounds with their range; ratios are taken per round, against a
contender of the same run.

| row | what | measured | to reach | machine, UTC |
| --- | --- | --- | --- | --- |
`;

/** Prints a row's result, and replaces its line in the table. */
export function report(name: string, { title, unit, figures, verdicts, notes }: Result): void {
  const values = Object.entries(figures).map(
    ([contender, { median, min, max }]) => `${contender} ${format(median)} ${unit} (${format(min)} to ${format(max)})`,
  );
  const reached = verdicts.map(
    ({ text, value, reached: is }) => `${text}: ${format(value.median)}${is ? '' : ', **not reached**'}`,
  );
  const measuredAt = new Date().toISOString().slice(0, 16);
  const cells = [name, title, values.join('; '), reached.join('; '), `${describeMachine()}; ${measuredAt}`];
  const line = `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
  process.stdout.write(`\n${[title, ...values, ...reached, ...notes].join('\n  ')}\n`);

  const before = existsSync(FILE)
    ? readFileSync(FILE, 'utf8')
        .split('\n')
        .filter((row) => row.startsWith('| '))
    : [];
  const others = before.slice(2).filter((row) => !row.startsWith(`| ${name} |`));
  writeFileSync(FILE, `${HEAD}${[...others, line].toSorted().join('\n')}\n`);
}
