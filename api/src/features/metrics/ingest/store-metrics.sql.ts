import type pg from 'pg';
import { isTaken } from '../../../db/errors.ts';
import type { AheadSeqs } from '../../device-state/journals/index.ts';
import type { MetricsBatch } from './metrics.batch.ts';
import { parametersOf, STORE, STORE_NEW, type Statement } from './store-statement.sql.ts';

export type StoredMetrics = {
  /** The number of new rows. */
  stored: number;
  /** Positions of the devices that exist, from 1. */
  known: number[];
  /** Serials that were marked as silent. */
  returned: string[];
  ahead: AheadSeqs;
};

/**
 * Stores a batch.
 * @param mayRepeat whether rows of the batch may be stored already; where it is false and they are, the statement is repeated
 */
export async function storeMetrics(pool: pg.Pool, batch: MetricsBatch, mayRepeat: boolean): Promise<StoredMetrics> {
  const values = parametersOf(batch);
  if (mayRepeat) return store(pool, STORE, values);
  try {
    return await store(pool, STORE_NEW, values);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return store(pool, STORE, values);
  }
}

async function store(pool: pg.Pool, statement: Statement, values: unknown[]): Promise<StoredMetrics> {
  type Row = {
    stored: number;
    known: number[] | null;
    returned: string[] | null;
    ahead: Record<string, number> | null;
  };
  const { rows } = await pool.query<Row>({ ...statement, values });
  const [row] = rows;
  return {
    stored: row?.stored ?? 0,
    known: row?.known ?? [],
    returned: row?.returned ?? [],
    ahead: new Map(Object.entries(row?.ahead ?? {})),
  };
}
