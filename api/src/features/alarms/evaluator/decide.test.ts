import { UNSTABLE_CHANGES, UNSTABLE_WITHIN_MS } from '@belfry/schemas/domain/alarms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGES_KEPT, decide, isUnstable, NEVER, type Condition, type Timing } from './decide.ts';

const condition = (changes: Partial<Condition> = {}): Condition => ({
  condition_id: 1,
  kind: 'device_offline',
  subject: 'device:1',
  owner_id: 2,
  device_id: 1,
  company_id: 3,
  bad: true,
  since: 0,
  changes: [0],
  alarm_id: null,
  alarm_kind: null,
  ...changes,
});
const raised = { alarm_id: 9, alarm_kind: 'device_offline' } as const;
const timing: Timing = { enabled: true, delayMs: 45_000, clearAfterMs: 15_000, unstable: true };
const at = (now: number) => ({ now, frozenUntil: 0 });

describe('a condition', () => {
  it('is pending until it has lasted for the delay', () => {
    expect(decide(condition(), timing, at(44_999))).toEqual({ do: 'wait', until: 45_000 });
    expect(decide(condition(), timing, at(45_000))).toEqual({ do: 'raise' });
  });

  it('that ended before the delay is forgotten once its changes do not count any more', () => {
    const ended = condition({ bad: false, since: 20_000, changes: [0, 20_000] });
    expect(decide(ended, timing, at(45_000))).toEqual({ do: 'wait', until: 20_000 + UNSTABLE_WITHIN_MS });
    expect(decide(ended, timing, at(20_000 + UNSTABLE_WITHIN_MS))).toEqual({ do: 'forget' });
  });

  it('with an alarm waits for its end, and leaves the alarm when it was over for long enough', () => {
    expect(decide(condition(raised), timing, at(1_000_000))).toEqual({ do: 'wait', until: NEVER });
    const ended = condition({ ...raised, bad: false, since: 100_000, changes: [0, 100_000] });
    expect(decide(ended, timing, at(100_000))).toEqual({ do: 'wait', until: 115_000 });
    expect(decide(ended, timing, at(115_000))).toEqual({ do: 'leave' });
  });

  it('is left as it is during maintenance and outages, whatever is due', () => {
    const moment = { now: 50_000, frozenUntil: 80_000 };
    const waiting = { do: 'wait', until: 80_000, frozen: true };
    expect(decide(condition(), timing, moment)).toEqual(waiting);
    expect(decide(condition({ ...raised, bad: false }), timing, moment)).toEqual(waiting);
    expect(decide(condition(), timing, { now: 80_000, frozenUntil: 80_000 })).toEqual({ do: 'raise' });
  });

  it('of a kind that is off raises nothing, and leaves its alarm', () => {
    const off = { ...timing, enabled: false };
    expect(decide(condition(), off, at(50_000))).toEqual({ do: 'wait', until: NEVER });
    expect(decide(condition(raised), off, at(50_000))).toEqual({ do: 'leave' });
  });
});

describe('more than four changes in ten minutes', () => {
  const often = [0, 10_000, 20_000, 30_000, 40_000];

  it('are unstable, four are not', () => {
    expect(isUnstable(often, 40_000)).toBe(true);
    expect(isUnstable(often.slice(1), 40_000)).toBe(false);
    expect(isUnstable(often, UNSTABLE_WITHIN_MS - 1)).toBe(true);
    expect(isUnstable(often, UNSTABLE_WITHIN_MS)).toBe(false);
  });

  it('replace the alarm of the condition, until nothing has changed for ten minutes', () => {
    expect(decide(condition({ ...raised, changes: often, since: 40_000 }), timing, at(40_000))).toEqual({
      do: 'become-unstable',
    });
    const unstable = condition({ alarm_id: 10, alarm_kind: 'unstable', changes: often, since: 40_000 });
    expect(decide(unstable, timing, at(50_000))).toEqual({ do: 'wait', until: 40_000 + UNSTABLE_WITHIN_MS });
    expect(decide(unstable, timing, at(40_000 + UNSTABLE_WITHIN_MS))).toEqual({ do: 'leave' });
  });

  it('are nothing special where the kind unstable is off', () => {
    const off = { ...timing, unstable: false };
    expect(decide(condition({ changes: often, since: 40_000 }), off, at(40_000))).toEqual({
      do: 'wait',
      until: 85_000,
    });
  });
});

type Step = { at: number; to: 'alarm' | 'unstable' | 'none' };

const STEPS = { raise: 'alarm', leave: 'none', 'become-unstable': 'unstable' } as const;
const KIND_OF = { none: null, alarm: 'device_offline', unstable: 'unstable' } as const;

/** What happens by looking only when something is due or has changed, as the evaluator does. */
function evaluated(changes: readonly number[], rule: Timing, end: number): Step[] {
  const steps: Step[] = [];
  let current = null as Condition | null;
  let due = NEVER;
  function look(now: number): void {
    while (current) {
      const decision = decide(current, rule, at(now));
      if (decision.do === 'wait') {
        due = decision.until;
        return;
      }
      due = NEVER;
      if (decision.do === 'forget') {
        current = null;
        return;
      }
      const to = STEPS[decision.do];
      current = { ...current, alarm_id: to === 'none' ? null : 1, alarm_kind: KIND_OF[to] };
      steps.push({ at: now, to });
    }
  }
  for (const [index, change] of [...changes, end].entries()) {
    while (due < change) look(due);
    if (change === end) break;
    const bad = index % 2 === 0;
    if (current)
      current = { ...current, bad, since: change, changes: [...current.changes, change].slice(-CHANGES_KEPT) };
    else if (bad) current = condition({ since: change, changes: [change] });
    look(change);
  }
  return steps;
}

/** What should happen, by looking each second at everything that has happened. */
function expected(changes: readonly number[], rule: Timing, end: number): Step[] {
  const steps: Step[] = [];
  let state: Step['to'] = 'none';
  for (let now = 0; now < end; now += 1_000) {
    const past = changes.filter((change) => change <= now);
    const last = past.at(-1);
    if (last === undefined) continue;
    const bad = past.length % 2 === 1;
    const recent = past.filter((change) => now - change < UNSTABLE_WITHIN_MS).length;
    for (;;) {
      let to: Step['to'] = state;
      if (state === 'unstable') to = now - last >= UNSTABLE_WITHIN_MS ? 'none' : state;
      else if (recent > UNSTABLE_CHANGES) to = 'unstable';
      else if (bad && state === 'none' && now - last >= rule.delayMs) to = 'alarm';
      else if (!bad && state === 'alarm' && now - last >= rule.clearAfterMs) to = 'none';
      if (to === state) break;
      state = to;
      steps.push({ at: now, to });
    }
  }
  return steps;
}

it('raises, replaces and clears at the same instants as a model that looks each second', () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 900 })), { maxLength: 20 });
  const seconds = fc.integer({ min: 0, max: 120 });
  fc.assert(
    fc.property(gaps, seconds, seconds, (between, delay, clear) => {
      let now = 0;
      const changes = between.map((gap) => (now += gap * 1_000));
      const end = now + 3 * UNSTABLE_WITHIN_MS;
      const rule = { ...timing, delayMs: delay * 1_000, clearAfterMs: clear * 1_000 };
      expect(evaluated(changes, rule, end)).toEqual(expected(changes, rule, end));
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 100 },
  );
});
