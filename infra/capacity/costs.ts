import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../local/paths.ts';

/** What one unit of work costs, as measured by `npm run bench`. */
export type Costs = {
  /** Records a second that one api stores through the bundled broker, each on one core. */
  ingestPerS: number;
  /** Microseconds of processor time per stored record, of everything that belongs to it. */
  brokerUs: number;
  apisUs: number;
  postgresUs: number;
  /** Bytes per stored record. */
  walBytes: number;
  tableBytes: number;
  /** Bytes of the bundled broker's memory per connected device. */
  connectionBytes: number;
  /** Devices a second that the bundled broker connects again. */
  reconnectsPerS: number;
  /** Seconds until 10,000 programmes are compiled and announced, by one api. */
  compile10kS: number;
};

/** Where each figure comes from: a row of the results and its contender. */
const ROWS = {
  ingestPerS: ['ingest', 'Belfry'],
  apisUs: ['shards', '3 apis: all apis'],
  postgresUs: ['million-cpu', 'Postgres'],
  walBytes: ['million-storage', 'write-ahead log'],
  tableBytes: ['million-storage', 'table and indexes'],
  reconnectsPerS: ['reconnect-storm', 'Belfry broker'],
  compile10kS: ['compile-10000-places', 'Belfry'],
} as const;

/** The row `fleet`: cores of the broker at 1,000 records a second, with statuses, players and acknowledgements. */
const FLEET = ['fleet', 'Belfry broker'] as const;
const FLEET_RECORDS_PER_S = 1_000;
/** The row `connection-memory`, in kB. */
const CONNECTION = ['connection-memory', 'Belfry broker'] as const;

const rowSchema = z.object({ figures: z.record(z.string(), z.object({ median: z.number() })) });
const resultsSchema = z.record(z.string(), z.unknown());
type Results = z.infer<typeof resultsSchema>;

/** @throws for a row that has not been measured */
function median(results: Results, [row, contender]: readonly [string, string]): number {
  const value = rowSchema.safeParse(results[row]).data?.figures[contender]?.median;
  if (value === undefined) throw new Error(`not measured yet: npm run bench -- ${row}`);
  return value;
}

/** Reads the costs from the results of a machine. @throws for a row that has not been measured */
export function costsOf(results: Results): Costs {
  const read = (name: keyof typeof ROWS): number => median(results, ROWS[name]);
  return {
    ingestPerS: read('ingestPerS'),
    brokerUs: (median(results, FLEET) * 1e6) / FLEET_RECORDS_PER_S,
    apisUs: read('apisUs'),
    postgresUs: read('postgresUs'),
    walBytes: read('walBytes'),
    tableBytes: read('tableBytes'),
    connectionBytes: median(results, CONNECTION) * 1_000,
    reconnectsPerS: read('reconnectsPerS'),
    compile10kS: read('compile10kS'),
  };
}

export const readResults = (file = join(ROOT, 'tests/bench/results.json')): Results =>
  resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
