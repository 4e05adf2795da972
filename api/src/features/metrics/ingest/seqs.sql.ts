import type { Serial } from '@belfry/schemas/domain/serial';
import type pg from 'pg';
import type { KnownSeqs } from '../../device-state/journals/index.ts';

/** The last known sequence numbers of these devices; unknown serials are absent. */
export async function findSeqs(pool: pg.Pool, serials: readonly Serial[]): Promise<KnownSeqs[]> {
  const { rows } = await pool.query<KnownSeqs>({
    name: 'find-seqs',
    text: `select d.serial, d.created_at, s.acked_seq as acked, s.metrics_seq as newest_seq, 
        least((s.metrics->>'collected_at')::timestamptz, (s.metrics->>'received_at')::timestamptz) as newest_at
      from devices d join device_state s on s.device_id = d.device_id
      where d.serial = any($1::text[])`,
    values: [serials],
  });
  return rows;
}
