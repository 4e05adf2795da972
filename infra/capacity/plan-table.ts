import type { Fleet, Plan } from './plan.ts';

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function bytes(value: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(value) / 3)));
  return `${number(value / 1_000 ** power)} ${UNITS[power]}`;
}

const seconds = (value: number): string => (value < 120 ? `${number(value)} s` : `${number(value / 60)} min`);

const LINES: [name: string, cell: (plan: Plan) => string][] = [
  ['records a second', ({ recordsPerS }) => number(recordsPerS)],
  ['broker', ({ broker }) => `${broker.nodes} × ${broker.kind}`],
  ['broker: cores busy', ({ broker }) => number(broker.cores)],
  ['broker: memory of connections', ({ broker }) => bytes(broker.memoryBytes)],
  ['apis', ({ apis }) => number(apis)],
  ['apis: cores busy with ingest', ({ apiCores }) => number(apiCores)],
  ['share of what one ingesting api can do', ({ ingestShare }) => `${number(ingestShare * 100)} %`],
  ['Postgres: cores', ({ postgresCores }) => number(postgresCores)],
  ['Postgres: write-ahead log', ({ walBytesPerS }) => `${bytes(walBytesPerS)}/s`],
  ['Postgres: single records per day', ({ tableBytesPerDay }) => bytes(tableBytesPerDay)],
  ['Postgres: single records kept', ({ tableBytes }) => bytes(tableBytes)],
  ['network of records, in and out', ({ networkBytesPerS }) => `${bytes(networkBytesPerS)}/s`],
  ['all reconnect, at the rate of one bundled broker', ({ reconnectS }) => seconds(reconnectS)],
  ['ten seconds of new audio for all', ({ audioBytes }) => bytes(audioBytes)],
  ['… through 1 Gbit/s', ({ audioS }) => seconds(audioS)],
  ['programmes of all compiled by one api', ({ compileS }) => seconds(compileS)],
];

/** A Markdown table with a column per fleet. */
export function planTable(plans: readonly { fleet: Fleet; plan: Plan }[]): string {
  const [first] = plans;
  const head = [
    `every ${first?.fleet.intervalS} s, ${first?.fleet.rawDays} days`,
    ...plans.map(({ fleet }) => `${number(fleet.devices)} devices`),
  ];
  const rows = LINES.map(([name, cell]) => [name].concat(plans.map(({ plan }) => cell(plan))));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `| --- |${' ---: |'.repeat(plans.length)}`, ...rows.map(line)].join('\n');
}
