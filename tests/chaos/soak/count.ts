import type { LaunchedProduct } from '../../support/processes/launched-product.ts';
import { until } from '../../support/until.ts';
import { scrape } from '../../support/metrics/scrape.ts';

const DRAIN_TIMEOUT_MS = 120_000;

export interface Count {
  rows: number;
  /** Acknowledged to a device, and not in the table. */
  lost: number;
  /** Sequence numbers that are in the table more than once. */
  doubled: number;
}

/** Waits until every message that the broker received has been committed. */
export async function waitUntilCommitted({ internalUrl, brokerHttpPort }: LaunchedProduct): Promise<void> {
  const waiting = async (): Promise<number> => {
    const broker = await scrape(`http://127.0.0.1:${brokerHttpPort}/metrics`);
    const api = await scrape(`${internalUrl}/metrics`);
    return broker.sum('belfry_broker_queued_messages') + api.sum('belfry_ingest_uncommitted');
  };
  await until('everything is committed', waiting, (messages) => messages === 0, DRAIN_TIMEOUT_MS);
}

/**
 * Counts records by sequence number, for all devices but those in `excluded`. Each number from the first that is stored
 * to the last that was acknowledged must be stored exactly once; later ones are in the device's journal.
 */
export async function countBySeq({ pool }: LaunchedProduct, excluded: ReadonlySet<string> = new Set()): Promise<Count> {
  const { rows } = await pool.query<Count>(
    `with numbers as (
      select device_id, seq, count(*) as times from metrics join devices using (device_id)
      where seq is not null and serial <> all($1) group by device_id, seq
    ), devices as (
      select n.device_id, sum(times) as rows, count(*) filter (where times > 1) as doubled,
        s.acked_seq - min(seq) + 1 - count(*) filter (where seq <= s.acked_seq) as lost
      from numbers n join device_state s using (device_id) group by n.device_id, s.acked_seq
    )
    select sum(rows)::int as rows, sum(doubled)::int as doubled, sum(greatest(lost, 0))::int as lost from devices`,
    [[...excluded]],
  );
  const [count] = rows;
  if (!count) throw new Error('nothing was stored');
  return count;
}
