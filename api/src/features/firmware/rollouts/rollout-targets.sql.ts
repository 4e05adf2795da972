import { COMPARABLE_VERSION } from '@belfry/schemas/domain/firmware';
import type { RolloutPhases } from '@belfry/schemas/http/firmware/rollouts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';

type Targets = { phases: RolloutPhases; firmwareVersion: string; seed: string; allowDowngrade: boolean };

const isPercent = (phases: RolloutPhases): phases is number[] => typeof phases[0] === 'number';

/** Whether a device reports a version above this one, as `isVersionBelow` compares them. */
const isAbove = (firmwareVersion: string): RawBuilder<boolean> => sql`
  case when s.device_version ~ ${COMPARABLE_VERSION} and ${firmwareVersion} ~ ${COMPARABLE_VERSION}
    then string_to_array(s.device_version, '.')::int[] > string_to_array(${firmwareVersion}, '.')::int[]
    else false end`;

/** Enrolled devices that do not report this version already, nor a higher one unless that is allowed. */
const isEligible = ({ firmwareVersion, allowDowngrade }: Targets): RawBuilder<boolean> => sql`
  d.key_hash is not null and d.device_mode <> 'blocked' and s.device_version is distinct from ${firmwareVersion}
    and (${allowDowngrade} or not ${isAbove(firmwareVersion)})`;

/** The devices of a rollout, with the phase of each, from 0. */
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

export type PhaseCount = { phase: number; devices: number; offline: number };

/** How many devices each phase has. Phases without devices are absent. */
export async function countTargets(db: Kysely<Database>, targets: Targets): Promise<PhaseCount[]> {
  const { rows } = await sql<PhaseCount>`
    select phase, count(*)::int as devices, (count(*) filter (where offline))::int as offline
    from (${targetsOf(targets)}) t group by phase order by phase`.execute(db);
  return rows;
}

/** @returns how many devices there are */
export async function insertTargets(trx: Kysely<Database>, rolloutId: string, targets: Targets): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into firmware_rollout_devices (rollout_id, device_id, phase)
    select ${rolloutId}::uuid, device_id, phase from (${targetsOf(targets)}) t`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
