import { INPUT_MAX_AGE_S } from '@belfry/schemas/http/triggers/inputs';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { InputMessage } from '@belfry/schemas/mqtt/messages';
import type pg from 'pg';
import { unnest } from '../../../db/unnest.ts';
import type { AheadSeqs, KnownSeqs } from '../../device-state/journals/index.ts';

/** The numbering of a device after a batch; `restarted`: it replaces a higher one. */
export type InputSeqs = { serial: Serial; acked: number; newest: number; newestAt: number; restarted: boolean };
/** A change of an input, with the times in milliseconds since 1970. */
export type StoredInput = { serial: Serial; body: InputMessage; at: number; receivedAt: number };

/** Null before the first change. Unknown serials are absent. */
export async function findInputSeqs(pool: pg.Pool, serials: readonly Serial[]): Promise<KnownSeqs[]> {
  const { rows } = await pool.query<KnownSeqs>({
    name: 'find-input-seqs',
    text: `select d.serial, d.created_at, s.acked_seq as acked, s.newest_seq, s.newest_at
      from devices d left join device_input_seqs s on s.device_id = d.device_id
      where d.serial = any($1::text[])`,
    values: [serials],
  });
  return rows;
}

const INPUTS = unnest('i', {
  serial: 'text',
  seq: 'int8',
  input: 'text',
  state: 'text',
  at: 'timestamptz',
  received_at: 'timestamptz',
});
const SEQS = unnest(
  'q',
  { serial: 'text', acked: 'int8', newest: 'int8', newest_at: 'timestamptz', restarted: 'bool' },
  { first: 7 },
);

/** A device that flickers leaves so many changes in a day, and starts a trigger so often in an hour. */
const CHANGES_PER_DAY = 2_000;
const FIRINGS_PER_HOUR = 200;

const RESTARTED = `(excluded.device_id = any (array(select device_id from numbering where restarted)))`;
const NEWER = `(${RESTARTED} or excluded.newest_seq > s.newest_seq)`;

/**
 * Stores changes of inputs, the numbering of the devices, and what the changes start, in one statement, hence in one transaction:
 * - a change that exists is ignored, so redelivery starts nothing again;
 * - a trigger of the owner of the device, at or above its node, is started by a change to its state, unless it is the same press as before
 *   (`debounce_ms`), or so old that nobody expects it any more. A wrong clock of the device is taken into account;
 * - a watermark is lowered only where the numbering was restarted, and returned where it is ahead of that of the batch.
 */
const STORE = {
  name: 'store-inputs',
  text: `
with received as materialized (
  select distinct on (d.device_id, i.seq, i.at) d.device_id, d.serial, d.user_id, d.company_id, i.seq, i.input, i.state, i.at, i.received_at,
    extract(epoch from i.received_at - i.at) + coalesce(s.clock_skew_ms, 0) / 1000.0 as age_s
  from ${INPUTS.sql}
  join devices d on d.serial = i.serial
  join device_state s on s.device_id = d.device_id
), stored as (
  insert into device_inputs (device_id, seq, input, state, at, received_at)
  select r.device_id, r.seq, r.input, r.state, r.at, r.received_at from received r
  where coalesce((
    select k.received_at from device_inputs k where k.device_id = r.device_id order by k.received_at desc offset ${CHANGES_PER_DAY - 1} limit 1
  ) < now() - interval '1 day', true)
  on conflict do nothing
  returning device_id, seq, input, state, at
), ordered as (
  select r.*, coalesce(
      lag(r.state) over (partition by r.device_id, r.input order by r.seq, r.at),
      (select k.state from device_inputs k where k.device_id = r.device_id and k.input = r.input and k.seq < r.seq
        order by k.seq desc, k.at desc limit 1),
      'off') as previous
  from received r join stored using (device_id, seq, at)
), changes as (
  select o.*, lag(o.at) over (partition by o.device_id, o.input, o.state order by o.seq, o.at) as same_before
  from ordered o where o.state <> o.previous
), fired as (
  insert into trigger_firings (trigger_id, cause, source, state, details, at)
  select t.id, 'input:' || c.serial || ':' || c.seq || ':' || floor(extract(epoch from c.at) * 1000)::bigint, 'input',
    case when c.age_s > ${INPUT_MAX_AGE_S} then 'too_old' else 'queued' end,
    jsonb_build_object('serial', c.serial, 'input', c.input, 'state', c.state, 'company_id', c.company_id), c.at
  from changes c
  join triggers t on t.owner_id = c.user_id and t.enabled and t.source ->> 'type' = 'input' and t.source ->> 'serial' = c.serial
    and t.source ->> 'input' = c.input and t.source ->> 'state' = c.state and is_at_or_below(c.company_id, t.company_id)
  cross join lateral (select make_interval(secs => (t.source ->> 'debounce_ms')::float8 / 1000) as press) as same
  where (c.same_before is null or c.at - c.same_before >= same.press)
    and not exists (
      select from trigger_firings f
      where f.trigger_id = t.id and f.source = 'input' and f.state <> 'too_old' and f.at <= c.at and f.at > c.at - same.press)
    and coalesce((
      select f.created_at from trigger_firings f where f.trigger_id = t.id order by f.firing_id desc offset ${FIRINGS_PER_HOUR - 1} limit 1
    ) < now() - interval '1 hour', true)
  order by c.seq
  on conflict (trigger_id, cause) do nothing
  returning firing_id, state
), numbering as materialized (
  select d.device_id, q.* from ${SEQS.sql} join devices d on d.serial = q.serial
), numbered as (
  insert into device_input_seqs as s (device_id, acked_seq, newest_seq, newest_at)
  select device_id, acked, newest, newest_at from numbering
  order by device_id
  on conflict (device_id) do update set
    acked_seq = case when ${RESTARTED} then excluded.acked_seq else greatest(excluded.acked_seq, s.acked_seq) end,
    newest_seq = case when ${NEWER} then excluded.newest_seq else s.newest_seq end,
    newest_at = case when ${NEWER} then excluded.newest_at else s.newest_at end
  where (s.acked_seq, s.newest_seq, s.newest_at) is distinct from (excluded.acked_seq, excluded.newest_seq, excluded.newest_at)
  returning s.device_id, s.acked_seq
)
select (select coalesce(array_agg(firing_id::float8 order by firing_id), '{}') from fired where state = 'queued') as firings,
  (select json_object_agg(serial, acked_seq) from numbering join numbered using (device_id) where acked_seq > acked) as ahead`,
};

/** @returns the firings that are to be worked on */
export async function storeInputs(
  pool: pg.Pool,
  inputs: readonly StoredInput[],
  seqs: readonly InputSeqs[],
): Promise<{ firings: number[]; ahead: AheadSeqs }> {
  const changes = inputs.map(({ serial, body, at, receivedAt }) => {
    const { seq, input, state } = body;
    return { serial, seq, input, state, at, received_at: receivedAt };
  });
  const numbers = seqs.map(({ newestAt, ...seq }) => ({ ...seq, newest_at: newestAt }));
  type Answer = { firings: number[]; ahead: Record<string, number> | null };
  const { rows } = await pool.query<Answer>({ ...STORE, values: [...INPUTS.values(changes), ...SEQS.values(numbers)] });
  const [row] = rows;
  return { firings: row?.firings ?? [], ahead: new Map(Object.entries(row?.ahead ?? {})) };
}
