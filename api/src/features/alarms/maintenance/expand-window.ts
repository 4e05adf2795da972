import { fieldError } from '../../../errors.ts';
import { BudgetError, happensAt, type Recurrence } from '../../../recurrence/expand.ts';
import { expansions } from '../../../recurrence/expansions.ts';
import { DAY_MS, MINUTE_MS, toInstant, toLocal, toLocalMs } from '../../../recurrence/local-time.ts';
import { RuleError } from '../../../recurrence/rule.ts';
import type { Span, WindowPlan } from './maintenance.repository.ts';

const AHEAD_MS = 14 * DAY_MS;
const SPANS_MAX = 500;

/**
 * The spans of a window for two weeks from now on, in the zone of its node. Throws invalid_input with the field for a
 * rule that is malformed, never happens, or happens too often. @param budgetId the user whose time it takes
 */
export async function expand(
  budgetId: number,
  plan: WindowPlan,
  zone: string,
  now = Date.now(),
): Promise<{ spans: Span[]; until: number }> {
  const field = plan.rrule === null ? 'starts_at' : 'rrule';
  const recurrence: Recurrence = { ...plan, holidays: new Set() };
  const lengthMs = plan.duration_minutes * MINUTE_MS;
  const until = now + AHEAD_MS;
  const [from, to] = [toLocal(now - lengthMs, zone), toLocal(until, zone)];
  const spans = await listSpans(budgetId, { recurrence, lengthMs, zone, from, to }).catch((error: unknown) => {
    if (error instanceof BudgetError) throw fieldError('invalid_input', field, 'This rule takes too long to compute');
    throw error instanceof RuleError ? fieldError('invalid_input', field, error.message) : error;
  });
  if (spans.length > SPANS_MAX)
    throw fieldError('invalid_input', field, `A maintenance window may happen ${SPANS_MAX} times in two weeks at most`);
  return { spans: spans.filter((span) => span.until > now), until };
}

type Listing = { recurrence: Recurrence; lengthMs: number; zone: string; from: number; to: number };

async function listSpans(budgetId: number, item: Listing): Promise<Span[]> {
  const { recurrence, lengthMs, zone, from } = item;
  // Checks the rule as well, which listing does not.
  await expansions.count(budgetId, { recurrence, lengthMs, from, windowMs: 0 });
  if (recurrence.rrule === null) return once(recurrence, lengthMs, zone);
  const listed = await expansions.list(budgetId, { items: [item], max: SPANS_MAX + 1, maxEach: SPANS_MAX + 1 });
  return listed.map(({ at, until }) => ({ at, until }));
}

/** Without a rule nothing is expanded. It may be further away than two weeks, since it is stored once. */
function once(recurrence: Recurrence, lengthMs: number, zone: string): Span[] {
  const local = toLocalMs(recurrence.starts_at);
  if (!happensAt(recurrence, local)) return [];
  return [{ at: toInstant(local, zone), until: toInstant(local + lengthMs, zone) }];
}
