import { alarmKind, type AlarmKind } from '@belfry/schemas/domain/alarms';
import type { EffectiveAlarmRule } from '@belfry/schemas/http/alarms/rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { findActiveWindows, findBusyDevices } from '../maintenance/frozen.repository.ts';
import { effectiveRule, type Rules } from '../rule-settings.ts';
import type { Condition, Moment, Timing } from './decide.ts';
import { findAbove, findRules } from './nodes.repository.ts';

/** While Belfry itself does not hear devices, what they seem to do is looked at again after this time. */
const OUTAGE_AGAIN_MS = 5_000;

/** What decides about some conditions: the rules and maintenance windows of their nodes, and whether Belfry hears devices. */
export type Context = {
  above: ReadonlyMap<number, readonly number[]>;
  rule(kind: AlarmKind, companyId: number | null): EffectiveAlarmRule;
  timing(condition: Condition): Timing;
  moment(condition: Condition): Moment;
};

const SECOND_MS = 1_000;
const isOfDevices = (kind: AlarmKind): boolean => alarmKind(kind).source === 'device';

/** @param hearing whether the messages of all devices have been received for long enough */
export async function loadContext(
  trx: Kysely<Database>,
  conditions: readonly Condition[],
  { now, hearing }: { now: number; hearing: boolean },
): Promise<Context> {
  const above = await findAbove(trx, [...new Set(conditions.flatMap(({ company_id }) => company_id ?? []))]);
  const nodes = [...new Set([...above.values()].flat())];
  const rules = await findRules(trx, nodes);
  const windows = await findActiveWindows(trx, nodes, now);
  const devices = [...new Set(conditions.flatMap(({ device_id }) => device_id ?? []))];
  const busy = await findBusyDevices(trx, devices, now);
  return createContext({ above, rules, windows, busy, now, hearing });
}

type Facts = {
  above: ReadonlyMap<number, readonly number[]>;
  rules: Rules;
  /** The ends of maintenance windows by node, and of commands by device. */
  windows: ReadonlyMap<number, number>;
  busy: ReadonlyMap<number, number>;
  now: number;
  hearing: boolean;
};

export function createContext({ above, rules, windows, busy, now, hearing }: Facts): Context {
  const known = new Map<string, EffectiveAlarmRule>();
  const nodesOf = (companyId: number | null): readonly number[] => above.get(companyId ?? 0) ?? [];

  function rule(kind: AlarmKind, companyId: number | null): EffectiveAlarmRule {
    const key = `${kind} ${companyId}`;
    const found = known.get(key) ?? effectiveRule(kind, nodesOf(companyId), rules);
    known.set(key, found);
    return found;
  }

  return {
    above,
    rule,
    timing({ kind, company_id }) {
      const { enabled, delay_s, clear_after_s } = rule(kind, company_id);
      return {
        enabled: enabled.value,
        delayMs: delay_s.value * SECOND_MS,
        clearAfterMs: clear_after_s.value * SECOND_MS,
        unstable: rule('unstable', company_id).enabled.value && alarmKind(kind).subject === 'device',
      };
    },
    moment({ kind, company_id, device_id }) {
      const ends = nodesOf(company_id).flatMap((node) => windows.get(node) ?? []);
      const command = device_id === null ? 0 : (busy.get(device_id) ?? 0);
      const outage = !hearing && isOfDevices(kind) ? now + OUTAGE_AGAIN_MS : 0;
      return { now, frozenUntil: Math.max(0, command, outage, ...ends) };
    },
  };
}
