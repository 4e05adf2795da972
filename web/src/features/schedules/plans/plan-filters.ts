import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { SCHEDULE_TYPES, type ScheduleType } from '../schedule-values.ts';

/** `upcoming`: within seven days. */
export const STATES = ['enabled', 'disabled', 'upcoming', 'problem'] as const;
type State = (typeof STATES)[number];
export type PlanFilters = { q: string; type: ScheduleType | null; state: State | null };

export const filtersOf = (address: URLSearchParams): PlanFilters => ({
  q: address.get('q') ?? '',
  type: SCHEDULE_TYPES.find((each) => each === address.get('type')) ?? null,
  state: STATES.find((each) => each === address.get('state')) ?? null,
});

const UPCOMING_MS = 7 * 86_400_000;

export const isIn: Record<State, (plan: Schedule, now: number) => boolean> = {
  enabled: ({ enabled }) => enabled,
  disabled: ({ enabled }) => !enabled,
  upcoming: ({ enabled, next_at }, now) => enabled && next_at !== null && Date.parse(next_at) - now < UPCOMING_MS,
  problem: ({ enabled, problem }) => enabled && problem !== null,
};

const names = new Intl.Collator('und', { numeric: true });

/** Of what has no next time, and of what is switched off. */
const LAST = Number.MAX_SAFE_INTEGER - 1;
const NEVER = Number.MAX_SAFE_INTEGER;

/** What is not heard comes first, then what happens next. */
export function listedOf(plans: readonly Schedule[], { q, type, state }: PlanFilters, now = Date.now()): Schedule[] {
  const search = q.trim().toLocaleLowerCase();
  const worst = (plan: Schedule): number => Number(isIn.problem(plan, now));
  const next = ({ enabled, next_at }: Schedule): number => {
    if (!enabled) return NEVER;
    return next_at === null ? LAST : Date.parse(next_at);
  };
  return plans
    .filter(
      (plan) =>
        plan.name.toLocaleLowerCase().includes(search) &&
        (type === null || plan.action.type === type) &&
        (state === null || isIn[state](plan, now)),
    )
    .toSorted((a, b) => worst(b) - worst(a) || next(a) - next(b) || names.compare(a.name, b.name));
}
