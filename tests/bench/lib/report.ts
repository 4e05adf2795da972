import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './machine.ts';
import { format, type Result } from './measure.ts';
import type { Summary } from './statistics.ts';

const JSON_FILE = fileURLToPath(new URL('../results.json', import.meta.url));
const MARKDOWN_FILE = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

type Stored = Result & { machine: string; measured_at: string };

/** Prints a row's result and puts it in place of the row's former one in both files. */
export function report(name: string, result: Result): void {
  const all: Record<string, Stored> = existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, 'utf8')) : {};
  all[name] = { ...result, machine: describeMachine(), measured_at: new Date().toISOString().slice(0, 16) };
  writeFileSync(JSON_FILE, `${JSON.stringify(all, null, 2)}\n`);
  const sections = Object.entries(all).map(([row, stored]) => section(row, stored));
  writeFileSync(MARKDOWN_FILE, `${HEAD}\n${sections.join('\n')}`);
  process.stdout.write(`\n${section(name, all[name])}\n`);
}

const HEAD = `# Results

Written by \`npm run bench\`; one row alone: \`npm run bench -- <row>\`. Every figure is a median of interleaved rounds with
its spread, every ratio is taken round by round against a contender of the same run.
`;

function section(
  name: string,
  { title, unit, figures, verdicts, notes, machine, measured_at, rounds }: Stored,
): string {
  const lines = [
    `## ${name}: ${title}`,
    '',
    `${machine}; ${rounds} rounds; ${measured_at} UTC`,
    '',
    `| contender | ${unit} (median) | min | max |`,
    '| --- | ---: | ---: | ---: |',
    ...Object.entries(figures).map(([contender, value]) => `| ${contender} | ${cells(value)} |`),
    '',
    '| to reach | measured (median) | min | max | |',
    '| --- | ---: | ---: | ---: | --- |',
    ...verdicts.map(
      ({ text, value, reached }) => `| ${text} | ${cells(value)} | ${reached ? 'reached' : 'not reached'} |`,
    ),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ];
  return lines.join('\n');
}

const cells = ({ median, min, max }: Summary): string => [median, min, max].map(format).join(' | ');
