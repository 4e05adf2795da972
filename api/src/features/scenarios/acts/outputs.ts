import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { OUTPUT_DURATION_MAX_MS, OUTPUT_PULSE_MS, patternMs } from '@belfry/schemas/domain/outputs';
import type { ScenarioActionOf } from '@belfry/schemas/http/scenarios/actions';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { operableDevices } from '../../../policies/owners.ts';
import { planPlaces } from '../../announcements/index.ts';
import { findOutputs, findTold, insertTold, type Planned } from '../outputs/outputs.repository.ts';
import { giveBack, settleOutputs } from '../outputs/outputs.service.ts';
import type { Acts } from './act.ts';

type Output = ScenarioActionOf<'output'>;
type Asking = { deps: Deps; user: Principal; ownerId: number };

/** A device takes the command within this time, or not at all. */
const EXPIRES_S = 10;
/** It has answered by then. */
const ANSWERED_MS = 15_000;

/** The name of a device after that of its place. */
export const whoOf = ({ name, path }: { name: string; path: string }): string =>
  [path.split(' / ').at(-1), name].filter(Boolean).join(' / ');

/** The devices of an action, and which of them cannot switch it now. Throws what `planPlaces` throws. */
async function planOutput(
  { deps, user, ownerId }: Asking,
  { targets, output }: Output,
): Promise<(Planned & { since: Date | null })[]> {
  const plan = await planPlaces(deps, { user, policy: operableDevices }, targets, { limited: false });
  const places = plan.places.filter(({ user_id }) => user_id === ownerId);
  const states = await findOutputs(
    deps.db,
    places.map(({ device_id }) => device_id),
    output,
  );
  return places.map(({ device_id, name, path, status }) => {
    const { has = false, last_seen = null } = states.get(device_id) ?? {};
    const problem = has ? (canReceiveCommands(status) ? null : ('offline' as const)) : ('no_output' as const);
    return { device_id, who: whoOf({ name, path }), problem, since: last_seen };
  });
}

/** Whether it goes on until its end: what is on, and a pattern. */
const isHeld = ({ state, pause_ms }: Output): boolean =>
  state === 'on' || (state === 'pulse' && pause_ms !== undefined);

/** A pattern of a minute at most ends at a device by itself too, which may be away at its end. */
function pulsesOf({ duration_ms, pause_ms, lasts_s }: Output) {
  const pulses = { ...(duration_ms !== undefined && { duration_ms }), ...(pause_ms !== undefined && { pause_ms }) };
  if (pause_ms === undefined || lasts_s === undefined) return pulses;
  const repeat = Math.ceil((lasts_s * 1_000) / ((duration_ms ?? OUTPUT_PULSE_MS) + pause_ms));
  return patternMs({ duration_ms, pause_ms, repeat }) <= OUTPUT_DURATION_MAX_MS ? { ...pulses, repeat } : pulses;
}

export const OUTPUT_ACTS: Acts<'output'> = {
  output: {
    async permit({ deps, user, place }, action) {
      await planOutput({ deps, user, ownerId: place.owner_id }, action);
    },
    async check({ deps, user, place }, action) {
      const planned = await planOutput({ deps, user, ownerId: place.owner_id }, action);
      const missed = planned.flatMap(({ who, problem, since }) =>
        problem === null
          ? []
          : [{ who, reason: problem, detail: problem === 'offline' ? (since?.toISOString() ?? null) : null }],
      );
      return { reached: planned.length - missed.length, missed };
    },
    async start(deps, { user }, { run, index, run_id: commandId }, action) {
      const { output, state: wanted, lasts_s } = action;
      const planned = await planOutput({ deps, user, ownerId: run.owner_id }, action);
      const told = { planned, commandId, output, wanted, untilMs: Date.now() + ANSWERED_MS };
      await transact(deps.db, (trx) => insertTold(trx, { scenario_run_id: run.scenario_run_id, index }, told));
      const deviceIds = await findTold(deps.db, commandId);
      if (deviceIds.length === 0) return { state: 'failed', reason: 'No device can switch this output now' };
      const params = { output, state: wanted, ...(wanted === 'pulse' && pulsesOf(action)) };
      const to = { commandId, userId: user.id, deviceIds, expiresInS: EXPIRES_S };
      await deps.commands.sendToMany({ ...to, command: 'output', params });
      return { state: 'active', reason: null, lasts_s: isHeld(action) ? lasts_s : undefined };
    },
    begun: (deps) => settleOutputs(deps),
    end: (deps, { user }, { run, index }) => giveBack(deps, { scenario_run_id: run.scenario_run_id, index }, user.id),
  },
};
