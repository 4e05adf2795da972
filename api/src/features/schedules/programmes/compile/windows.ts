import { PriorityHeap } from '../../../../lib/priority-heap.ts';

/** A time span with music, radio or silence, in milliseconds since 1970. */
export type Span = { at: number; until: number; priority: number; schedule_id: number; local: number };

/**
 * Divides spans that overlap into parts that do not: at each instant the one with the highest priority counts, among equal
 * ones the one that began last. The parts are ordered by time; `part` counts those of one span from 0.
 */
export function resolveOverlaps<T extends Span>(spans: readonly T[]): (T & { part: number })[] {
  const sorted = spans.filter(({ at, until }) => until > at).sort((a, b) => a.at - b.at);
  const times = [...new Set(sorted.flatMap(({ at, until }) => [at, until]))].sort((a, b) => a - b);
  const parts: { span: T; at: number; until: number }[] = [];
  /** Those that have begun, the one that counts first; what is below it may be over. */
  const open = new PriorityHeap<{ span: T; order: number }>((a, b) => isAbove(a.span, b.span, b.order - a.order));
  let next = 0;
  for (const [index, at] of times.entries()) {
    for (let span = sorted[next]; span && span.at === at; span = sorted[next]) {
      open.add({ span, order: next });
      next += 1;
    }
    while ((open.first()?.span.until ?? Infinity) <= at) open.removeFirst();
    const winner = open.first()?.span;
    const until = times[index + 1];
    if (!winner || until === undefined) continue;
    const last = parts.at(-1);
    if (last?.span === winner && last.until === at) last.until = until;
    else parts.push({ span: winner, at, until });
  }
  return numbered(parts);
}

/** @param otherwise positive: `a` is above `b` if they are equal in all else */
function isAbove(a: Span, b: Span, otherwise: number): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.at !== b.at) return a.at > b.at;
  return a.schedule_id === b.schedule_id ? otherwise > 0 : a.schedule_id > b.schedule_id;
}

function numbered<T extends Span>(parts: readonly { span: T; at: number; until: number }[]): (T & { part: number })[] {
  const counts = new Map<T, number>();
  return parts.map(({ span, at, until }) => {
    const part = counts.get(span) ?? 0;
    counts.set(span, part + 1);
    return { ...span, at, until, part };
  });
}
