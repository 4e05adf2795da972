/** A time span with music, radio or silence, in milliseconds since 1970. */
export type Span = { at: number; until: number; priority: number; schedule_id: number; local: number };

/**
 * Divides spans that overlap into parts that do not: at each instant the one with the highest priority counts, among equal
 * ones the one that began last. The parts are ordered by time; `part` counts those of one span from 0.
 */
export function resolveOverlaps<T extends Span>(spans: readonly T[]): (T & { part: number })[] {
  const sorted = [...spans].filter(({ at, until }) => until > at).sort((a, b) => a.at - b.at);
  const times = [...new Set(sorted.flatMap(({ at, until }) => [at, until]))].sort((a, b) => a - b);
  const parts: { span: T; at: number; until: number }[] = [];
  let open: T[] = [];
  let next = 0;
  for (const [index, at] of times.entries()) {
    open = open.filter(({ until }) => until > at);
    for (let span = sorted[next]; span && span.at === at; span = sorted[next]) {
      open.push(span);
      next += 1;
    }
    const winner = open.reduce<T | undefined>((best, span) => (best && !isAbove(span, best) ? best : span), undefined);
    const until = times[index + 1];
    if (!winner || until === undefined) continue;
    const last = parts.at(-1);
    if (last?.span === winner && last.until === at) last.until = until;
    else parts.push({ span: winner, at, until });
  }
  return numbered(parts);
}

function isAbove(a: Span, b: Span): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.at === b.at ? a.schedule_id > b.schedule_id : a.at > b.at;
}

function numbered<T extends Span>(parts: readonly { span: T; at: number; until: number }[]): (T & { part: number })[] {
  const counts = new Map<T, number>();
  return parts.map(({ span, at, until }) => {
    const part = counts.get(span) ?? 0;
    counts.set(span, part + 1);
    return { ...span, at, until, part };
  });
}
