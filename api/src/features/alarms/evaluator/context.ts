import { alarmKind, type AlarmKind } from '@belfry/schemas/domain/alarms';
import type { EffectiveAlarmRule } from '@belfry/schemas/http/alarms/rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { findActiveWindows, findBusyDevices } from '../maintenance/frozen.repository.ts';
import { effectiveRule, type Rules } from '../rule-settings.ts';
import type { Condition, Moment, Timing } from './decide.ts';
import { findAbove, findRules } from './nodes.repository.ts';

/** While Belfry itself does not hear devices, their conditions are looked at again after this time. */
const OUTAGE_AGAIN_MS = 5_000;

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
  const above = withInner(await findAbove(trx, [...new Set(conditions.flatMap(({ company_id }) => company_id ?? []))]));
  const nodes = [...above.keys()];
  const rules = await findRules(trx, nodes);
  const windows = await findActiveWindows(trx, nodes, now);
  const devices = [...new Set(conditions.flatMap(({ device_id }) => device_id ?? []))];
  const busy = await findBusyDevices(trx, devices, now);
  return createContext({ above, rules, windows, busy, now, hearing });
}

function withInner(above: Map<number, number[]>): Map<number, number[]> {
  const chains = [...above.values()];
  for (const chain of chains) {
    for (let index = 1; index < chain.length; index += 1) {
      const node = chain[index];
      // What is above it is known then, too.
      if (node === undefined || above.has(node)) break;
      above.set(node, chain.slice(index));
    }
  }
  return above;
}

type Facts = {
  above: ReadonlyMap<number, readonly number[]>;
  rules: Rules;
  windows: ReadonlyMap<number, number>;
  busy: ReadonlyMap<number, number>;
  now: number;
  hearing: boolean;
};

export function createContext({ above, rules, windows, busy, now, hearing }: Facts): Context {
  const effectiveRules = new Map<string, EffectiveAlarmRule>();
  const withRules = new Set([...rules.values()].map(({ company_id }) => company_id));
  const nodesOf = (companyId: number | null): readonly number[] => above.get(companyId ?? 0) ?? [];

  function rule(kind: AlarmKind, companyId: number | null): EffectiveAlarmRule {
    // Thousands of devices are below the few nodes that have rules.
    const nodes = nodesOf(companyId).filter((node) => withRules.has(node));
    const key = `${kind} ${nodes.join(' ')}`;
    const effective = effectiveRules.get(key) ?? effectiveRule(kind, nodes, rules);
    effectiveRules.set(key, effective);
    return effective;
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
