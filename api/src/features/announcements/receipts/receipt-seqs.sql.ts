import type { Serial } from '@belfry/schemas/domain/serial';
import type pg from 'pg';
import { unnest } from '../../../db/unnest.ts';
import type { KnownSeqs } from '../../device-state/journals/index.ts';

/** The numbering of a device after a batch; `restarted`: it replaces a higher one. */
export type DeviceSeqs = { serial: Serial; acked: number; newest: number; newestAt: number; restarted: boolean };

const SEQS = unnest(
  'q',
  { serial: 'text', acked: 'int8', newest: 'int8', newest_at: 'timestamptz', restarted: 'bool' },
  { first: 8 },
);
/** Whether the device of a row has restarted its numbering; the array is nearly always empty. */
const RESTARTED = `(excluded.device_id = any (array(select device_id from numbering where restarted)))`;
const NEWER = `(${RESTARTED} or excluded.newest_seq > s.newest_seq)`;

/** Parts of a statement that stores a batch: a watermark is lowered only where the numbering was restarted. */
export const STORE_SEQS = `numbering as materialized (
  select d.device_id, q.* from ${SEQS.sql} join devices d on d.serial = q.serial
), numbered as (
  insert into announcement_receipt_seqs as s (device_id, acked_seq, newest_seq, newest_at)
  select device_id, acked, newest, newest_at from numbering
  order by device_id
  on conflict (device_id) do update set
    acked_seq = case when ${RESTARTED} then excluded.acked_seq else greatest(excluded.acked_seq, s.acked_seq) end,
    newest_seq = case when ${NEWER} then excluded.newest_seq else s.newest_seq end,
    newest_at = case when ${NEWER} then excluded.newest_at else s.newest_at end
  where (s.acked_seq, s.newest_seq, s.newest_at) is distinct from (excluded.acked_seq, excluded.newest_seq, excluded.newest_at)
  returning s.device_id, s.acked_seq
)`;
/** The watermarks that another instance has stored, where they are ahead of those of the batch, as JSON by serial. */
export const AHEAD_SEQS = `(select json_object_agg(serial, acked_seq) from numbering join numbered using (device_id) where acked_seq > acked)`;

/** The parameters of `STORE_SEQS`, from $8. */
export const seqParameters = (seqs: readonly DeviceSeqs[]): unknown[] =>
  SEQS.values(seqs.map(({ newestAt, ...seq }) => ({ ...seq, newest_at: newestAt })));

/** The numbering of these devices; it is null before the first receipt. Unknown serials are absent. */
export async function findReceiptSeqs(pool: pg.Pool, serials: readonly Serial[]): Promise<KnownSeqs[]> {
  const { rows } = await pool.query<KnownSeqs>({
    name: 'find-receipt-seqs',
    text: `select d.serial, d.created_at, s.acked_seq as acked, s.newest_seq, s.newest_at
      from devices d left join announcement_receipt_seqs s on s.device_id = d.device_id
      where d.serial = any($1::text[])`,
    values: [serials],
  });
  return rows;
}
