import { CLOCK_OFF_MS } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import type pg from 'pg';
import { unnest } from '../../db/unnest.ts';
import type { AheadSeqs, KnownSeqs } from '../device-state/journals/index.ts';
import { rankSql, type ChangedRun } from './deliveries.sql.ts';

/** The numbering of a device after a batch; `restarted`: it replaces a higher one. */
export type DeviceSeqs = { serial: Serial; acked: number; newest: number; newestAt: number; restarted: boolean };

const SEQS = unnest(
  'q',
  { serial: 'text', acked: 'int8', newest: 'int8', newest_at: 'timestamptz', restarted: 'bool' },
  { first: 8 },
);

const RESTARTED = `(excluded.device_id = any (array(select device_id from numbering where restarted)))`;
const NEWER = `(${RESTARTED} or excluded.newest_seq > s.newest_seq)`;

/** Parts of a statement that stores a batch: a watermark is lowered only where the numbering was restarted. */
const STORE_SEQS = `numbering as materialized (
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
const AHEAD_SEQS = `(select json_object_agg(serial, acked_seq) from numbering join numbered using (device_id) where acked_seq > acked)`;

/** The parameters of `STORE_SEQS`, from $8. */
const seqParameters = (seqs: readonly DeviceSeqs[]): unknown[] =>
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

/** A receipt of a device, with the times in milliseconds since 1970. */
export type Receipt = { serial: Serial; body: ReceiptMessage; at: number; receivedAt: number };

const RECEIPTS = unnest('r', {
  serial: 'text',
  seq: 'int8',
  run_id: 'uuid',
  event: 'text',
  reason: 'text',
  at: 'timestamptz',
  received_at: 'timestamptz',
});

/** The order in which the last start or end of an emergency comes first, because it is spoken again after an interruption. */
const LAST_WINS = `(case when kind = 'emergency' and rank >= 3 then seq end) desc nulls last`;

/** A start after the interruption of an emergency; one that is delivered again was before it. */
const RESUMES = `(x.state = 'interrupted' and excluded.state = 'started' and excluded.started_at >= x.finished_at
      and exists (select from announcement_runs r where r.run_id = x.run_id and r.kind = 'emergency'))`;
/** A delivery that was played was not missed: a proof says one of both. */
const UNHEARD = `('missed', 'skipped')`;
/** Of several ends, that of an announcement that has begun in the same batch comes first. */
const HEARD_FIRST = `(has_begun and event in ${UNHEARD})`;
const CORRECTS = `(x.state in ${UNHEARD} and excluded.state in ('finished', 'interrupted')
      and coalesce(x.started_at, excluded.started_at) is not null)`;
const MOVES = `(${rankSql('excluded.state')} > ${rankSql('x.state')} or ${RESUMES} or ${CORRECTS})`;

/** A wrong clock, as the last live message of the device has shown it, or as a receipt from the future does. */
const SKEW = `case
      when r.at - r.received_at > interval '${CLOCK_OFF_MS} ms' then round(extract(epoch from r.at - r.received_at) * 1000)::bigint
      when abs(s.clock_skew_ms) > ${CLOCK_OFF_MS} then s.clock_skew_ms end`;

/**
 * Stores receipts, the states of their deliveries and the numbering of the devices in one statement, hence in one transaction:
 * - a watermark is lowered only where the numbering was restarted, and returned where it is ahead of that of the batch;
 * - a receipt that exists is ignored, so redelivery has no effect, and a delivery never changes back (`rankSql`);
 * - receipts of runs that do not exist are ignored;
 * - an emergency that was interrupted is started again when it is spoken again, as after a loss of power;
 * - receipts about the audio of prepared emergencies, which are no runs, tell who has it, see ANN-17;
 * - a delivery is changed only by a device that still has the owner it had then. Only a run of a schedule of its owner gets a
 *   delivery by a receipt: say now inserts those of all its devices.
 */
const STORE = {
  name: 'store-receipts',
  text: `
with received as materialized (
  select d.device_id, d.user_id, d.company_id, r.seq, r.run_id, r.event, r.reason, r.at, r.received_at,
    least(r.at, r.received_at) as heard_at, ${rankSql('r.event')} as rank, run.kind, run.at as planned_at,
    ${SKEW} as skew,
    case when run.kind = 'schedule' then run.user_id = d.user_id
      else exists (select from announcement_deliveries x
        where x.run_id = r.run_id and x.device_id = d.device_id and x.user_id is not distinct from d.user_id) end as shown
  from ${RECEIPTS.sql}
  join devices d on d.serial = r.serial
  join device_state s on s.device_id = d.device_id
  left join announcement_runs run on run.run_id = r.run_id
), incoming as (
  select *, bool_or(event = 'started') over (partition by device_id, run_id) as has_begun from received where kind is not null
), copied as (
  insert into emergency_copies as x (device_id, receipt_id, held, at)
  select distinct on (r.device_id, r.run_id) r.device_id, r.run_id, r.event = 'fetched', r.heard_at
  from received r
  join programmes p on p.device_id = r.device_id
  join programme_contents c on c.user_id = p.user_id and c.hash = p.content_hash and r.run_id = any(c.emergency_ids)
  where r.kind is null
  order by r.device_id, r.run_id, r.seq desc
  on conflict (device_id, receipt_id) do update set held = excluded.held, at = excluded.at
    where x.held <> excluded.held
), stored as (
  insert into announcement_receipts (device_id, seq, run_id, event, reason, at, received_at)
  select device_id, seq, run_id, event, reason, at, received_at from incoming
  on conflict do nothing
  returning 1
), latest as (
  select run_id, device_id,
    case kind when 'emergency' then max(heard_at) filter (where event = 'started')
      else min(heard_at) filter (where event = 'started') end as started_at,
    coalesce(min(heard_at) filter (where rank = 4 and not ${HEARD_FIRST}), min(heard_at) filter (where rank = 4)) as finished_at,
    (array_agg(event order by ${LAST_WINS}, rank desc, ${HEARD_FIRST}, at, seq))[1] as state,
    (array_agg(reason order by ${LAST_WINS}, rank desc, ${HEARD_FIRST}, at, seq))[1] as reason, planned_at, max(received_at) as reported_at,
    (array_agg(skew order by abs(skew) desc nulls last))[1] as skew
  from incoming where shown group by run_id, device_id, kind, planned_at
), changed as (
  insert into announcement_deliveries as x (run_id, device_id, user_id, company_id, place, state, reason, at, reported_at, clock_skew_ms,
    started_at, finished_at, only_sent)
  select l.run_id, l.device_id, d.user_id, d.company_id, coalesce(c.name, d.serial), l.state, l.reason, l.planned_at, l.reported_at, l.skew,
    l.started_at,
    case when ${rankSql('l.state')} = 4 then l.finished_at end, exists (select from network_speakers n where n.device_id = l.device_id)
  from latest l join devices d on d.device_id = l.device_id left join companies c on c.company_id = d.company_id
  order by l.run_id, l.device_id
  on conflict (run_id, device_id) do update set
    state = case when ${MOVES} then excluded.state else x.state end,
    reason = case when ${MOVES} then excluded.reason else x.reason end,
    reported_at = case when ${MOVES} then excluded.reported_at else x.reported_at end,
    only_sent = x.only_sent or excluded.only_sent,
    clock_skew_ms = coalesce(x.clock_skew_ms, excluded.clock_skew_ms),
    started_at = coalesce(x.started_at, excluded.started_at),
    finished_at = case when ${RESUMES} then null when ${CORRECTS} then excluded.finished_at else coalesce(x.finished_at, excluded.finished_at) end
  where ${MOVES} or (x.started_at is null and excluded.started_at is not null)
  returning x.run_id, x.user_id
), ${STORE_SEQS}
select (select count(*) from stored)::int as stored,
  (select json_agg(json_build_object('run_id', run_id, 'user_ids', user_ids)) from (
    select c.run_id, array_agg(distinct u.user_id) as user_ids
    from changed c join announcement_runs r on r.run_id = c.run_id
    cross join lateral (values (c.user_id), (r.user_id)) as u (user_id)
    where u.user_id is not null group by c.run_id) as reported) as runs,
  ${AHEAD_SEQS} as ahead`,
};

export async function storeReceipts(
  pool: pg.Pool,
  receipts: readonly Receipt[],
  seqs: readonly DeviceSeqs[],
): Promise<{ stored: number; runs: ChangedRun[]; ahead: AheadSeqs }> {
  const values = [
    ...RECEIPTS.values(
      receipts.map(({ serial, body, at, receivedAt }) => ({
        serial,
        seq: body.seq,
        run_id: body.run_id,
        event: body.event,
        reason: body.reason,
        at,
        received_at: receivedAt,
      })),
    ),
    ...seqParameters(seqs),
  ];
  type Row = { stored: number; runs: ChangedRun[] | null; ahead: Record<string, number> | null };
  const { rows } = await pool.query<Row>({ ...STORE, values });
  const [row] = rows;
  return { stored: row?.stored ?? 0, runs: row?.runs ?? [], ahead: new Map(Object.entries(row?.ahead ?? {})) };
}
