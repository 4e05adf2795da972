import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { COMPARABLE_VERSION } from '@belfry/schemas/domain/firmware';
import type { RolloutPhases } from '@belfry/schemas/http/firmware/rollouts';

export type RolloutRow = Row<'firmware_rollouts'>;

export type RolloutProgress = {
  waiting: number;
  open: number;
  /** Devices with a final answer from which the error rate is computed: without those that were offline. */
  counted: number;
  failures: number;
};

export async function measureRollout(
  trx: Kysely<Database>,
  { id, phase, judged_from }: Pick<RolloutRow, 'id' | 'phase' | 'judged_from'>,
): Promise<RolloutProgress> {
  const { rows } = await sql<RolloutProgress>`
    with devices_of_rollout as (
      select ${DEVICE_STATE} as state, r.phase, r.claimed_at, r.error_type is distinct from 'device_offline'
        and r.claimed_at >= ${judged_from} as counts
      ${ROLLOUT_DEVICES} where r.rollout_id = ${id}::uuid
    )
    select (count(*) filter (where claimed_at is null and phase <= ${phase}))::int as waiting,
      (count(*) filter (where claimed_at is not null and state in ('pending', 'downloading', 'verifying')))::int as open,
      (count(*) filter (where counts and state in ('installed', 'rolled_back', 'failed')))::int as counted,
      (count(*) filter (where counts and state in ('rolled_back', 'failed')))::int as failures
    from devices_of_rollout`.execute(trx);
  return rows[0] ?? { waiting: 0, open: 0, counted: 0, failures: 0 };
}

export type ClaimedDevice = { device_id: number; serial: string };

/** Claims devices up to the current phase, the earlier phases first. No other step sends them the command. */
export async function claimDevices(
  trx: Kysely<Database>,
  { id, phase }: Pick<RolloutRow, 'id' | 'phase'>,
  limit: number,
  now: Date,
): Promise<ClaimedDevice[]> {
  const { rows } = await sql<ClaimedDevice>`
    with due as (
      select device_id from firmware_rollout_devices
      where rollout_id = ${id}::uuid and claimed_at is null and phase <= ${phase} order by phase, device_id limit ${limit}
    )
    update firmware_rollout_devices r set claimed_at = ${now} from due join devices d on d.device_id = due.device_id
    where r.rollout_id = ${id}::uuid and r.device_id = due.device_id
    returning r.device_id, d.serial`.execute(trx);
  return rows;
}

/**
 * For devices whose claim was followed by neither a command nor an error, because the process ended: the command that was issued
 * to them since is theirs. Where there is none the command was not sent, and they are not claimed any more.
 */
export async function reclaimLost(trx: Kysely<Database>, { id, params }: RolloutRow, before: Date): Promise<void> {
  await sql`
    update firmware_rollout_devices r set command_id = found.id, claimed_at = case when found.id is not null then r.claimed_at end
    from firmware_rollout_devices lost
    left join lateral (
      select c.id from command_deliveries x join commands c on c.id = x.command_id
      where x.device_id = lost.device_id and x.issued_at >= lost.claimed_at - interval '5 seconds'
        and c.command = 'install' and c.params->>'sha256' = ${params.sha256}
      order by x.issued_at desc limit 1
    ) found on true
    where lost.rollout_id = ${id}::uuid and lost.claimed_at < ${before} and lost.command_id is null
      and lost.error_type is null and r.rollout_id = lost.rollout_id and r.device_id = lost.device_id`.execute(trx);
}

type Targets = { phases: RolloutPhases; firmwareVersion: string; seed: string; allowDowngrade: boolean };

const isPercent = (phases: RolloutPhases): phases is number[] => typeof phases[0] === 'number';

const isAbove = (firmwareVersion: string): RawBuilder<boolean> => sql`
  case when s.device_version ~ ${COMPARABLE_VERSION} and ${firmwareVersion} ~ ${COMPARABLE_VERSION}
    then string_to_array(s.device_version, '.')::int[] > string_to_array(${firmwareVersion}, '.')::int[]
    else false end`;

/** Enrolled devices that do not report this version already, nor a higher one unless that is allowed. */
const isEligible = ({ firmwareVersion, allowDowngrade }: Targets): RawBuilder<boolean> => sql`
  d.key_hash is not null and d.device_mode <> 'blocked' and s.device_version is distinct from ${firmwareVersion}
    and (${allowDowngrade} or not ${isAbove(firmwareVersion)})`;

function targetsOf(targets: Targets): RawBuilder<unknown> {
  const { phases, seed } = targets;
  const eligible = sql`
    from devices d left join device_state s on s.device_id = d.device_id
    where ${isEligible(targets)}`;
  if (isPercent(phases)) {
    // In an order that is different for each rollout, so that it is not always the same devices that try first.
    return sql`
      select device_id, offline, phase from (
        select device_id, offline, (
          select min(p.number) - 1 from unnest(${phases}::float8[]) with ordinality p (percent, number)
          where ranked.place <= ceil(ranked.total * p.percent / 100))::int as phase
        from (
          select d.device_id, coalesce(s.status = 'offline', true) as offline,
            row_number() over (order by md5(${seed} || d.device_id)) as place, count(*) over () as total
          ${eligible}
        ) ranked
      ) placed where phase is not null`;
  }
  const members = phases.flatMap(({ group_ids }, phase) => group_ids.map((group) => ({ group, phase })));
  return sql`
    select d.device_id, bool_or(coalesce(s.status = 'offline', true)) as offline, min(g.phase) as phase
    from devices d left join device_state s on s.device_id = d.device_id
    join device_group_elements e on e.company_id = d.company_id
    join unnest(${members.map(({ group }) => group)}::int4[], ${members.map(({ phase }) => phase)}::int4[])
      g (group_id, phase) on g.group_id = e.group_id
    where ${isEligible(targets)}
    group by d.device_id`;
}

type PhaseCount = { phase: number; devices: number; offline: number };

export async function countTargets(db: Kysely<Database>, targets: Targets): Promise<PhaseCount[]> {
  const { rows } = await sql<PhaseCount>`
    select phase, count(*)::int as devices, (count(*) filter (where offline))::int as offline
    from (${targetsOf(targets)}) t group by phase order by phase`.execute(db);
  return rows;
}

export async function insertTargets(trx: Kysely<Database>, rolloutId: string, targets: Targets): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into firmware_rollout_devices (rollout_id, device_id, phase)
    select ${rolloutId}::uuid, device_id, phase from (${targetsOf(targets)}) t`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

export const ROLLOUT_DEVICES: RawBuilder<unknown> = sql`
  from firmware_rollout_devices r
  join firmware_rollouts o on o.id = r.rollout_id
  left join command_deliveries x on x.command_id = r.command_id and x.device_id = r.device_id`;

/** The state of a device in a rollout follows from the delivery of its command; see FW-16. */
export const DEVICE_STATE: RawBuilder<unknown> = sql`
  case
    when r.outcome is not null then r.outcome
    when r.error_type is not null then 'failed'
    when r.command_id is null then case when o.state = 'cancelled' then 'cancelled' else 'pending' end
    when x.state = 'succeeded' then 'installed'
    when x.state = 'failed' and x.error_type = 'rolled_back' then 'rolled_back'
    when x.state in ('queued', 'sent') then 'pending'
    when x.state = 'accepted' and (x.progress->>'step') ~ '^(verifying|restarting)' then 'verifying'
    when x.state = 'accepted' then 'downloading'
    else 'failed'
  end`;
