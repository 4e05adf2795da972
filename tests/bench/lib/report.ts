import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './machine.ts';
import { format, type Result } from './measure.ts';
import type { Summary } from './statistics.ts';

const JSON_FILE = fileURLToPath(new URL('../results.json', import.meta.url));
const MARKDOWN_FILE = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

/** Measurements over time, one line per point. */
export interface Curve {
  title: string;
  columns: readonly string[];
  points: readonly (readonly (number | string)[])[];
  notes: readonly string[];
}

type Stored = (Result | Curve) & { machine: string; measured_at: string };

/** Prints a row's result and replaces its previous one in both files. */
export function report(name: string, result: Result): void {
  process.stdout.write(`\n${section(name, store(name, result))}\n`);
}

/** Replaces the previous curve of this name in both files. */
export function reportCurve(name: string, curve: Curve): void {
  store(name, curve);
}

function store(name: string, figures: Result | Curve): Stored {
  const all: Record<string, Stored> = existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, 'utf8')) : {};
  const stored = { ...figures, machine: describeMachine(), measured_at: new Date().toISOString().slice(0, 16) };
  all[name] = stored;
  writeFileSync(JSON_FILE, `${JSON.stringify(all, null, 2)}\n`);
  const sections = Object.entries(all).map(([row, stored]) => section(row, stored));
  writeFileSync(MARKDOWN_FILE, `${HEAD}\n${sections.join('\n')}`);
  return stored;
}

const HEAD = `# Results

Written by \`npm run bench\` (one row alone: \`npm run bench -- <row>\`) and by \`npm run soak\`.
Every value of a row is the median of interleaved rounds with its range; every ratio is taken per round against a contender of the same run.
`;

function section(name: string, stored: Stored): string {
  const { title, notes, machine, measured_at } = stored;
  const rounds = 'rounds' in stored ? `; ${stored.rounds} rounds` : '';
  const lines = [
    `## ${name}: ${title}`,
    '',
    `${machine}${rounds}; ${measured_at} UTC`,
    '',
    ...('points' in stored ? curveTable(stored) : rowTables(stored)),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ];
  return lines.join('\n');
}

const curveTable = ({ columns, points }: Curve): string[] => [
  `| ${columns.join(' | ')} |`,
  `|${' ---: |'.repeat(columns.length)}`,
  ...points.map((point) => `| ${point.map((cell) => (typeof cell === 'number' ? format(cell) : cell)).join(' | ')} |`),
];

const rowTables = ({ unit, figures, verdicts }: Result): string[] => [
  `| contender | ${unit} (median) | min | max |`,
  '| --- | ---: | ---: | ---: |',
  ...Object.entries(figures).map(([contender, value]) => `| ${contender} | ${cells(value)} |`),
  '',
  '| to reach | measured (median) | min | max | |',
  '| --- | ---: | ---: | ---: | --- |',
  ...verdicts.map(
    ({ text, value, reached }) => `| ${text} | ${cells(value)} | ${reached ? 'reached' : 'not reached'} |`,
  ),
];

const cells = ({ median, min, max }: Summary): string => [median, min, max].map(format).join(' | ');
