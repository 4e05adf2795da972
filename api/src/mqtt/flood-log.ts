import type { Logger } from '../log.ts';

const REPORT_EVERY_MS = 10_000;

/**
 * Says the first of a kind at once, and then every ten seconds how many more there were: a device that repeats its
 * mistake a thousand times a second must not fill the log.
 */
export function createFloodLog(log: Logger, message: string) {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  function report(): void {
    timer = null;
    for (const [kind, count] of counts) if (count > 0) log.warn({ kind, count }, `${message}, again`);
    const again = [...counts.values()].some((count) => count > 0);
    counts.clear();
    // One more round after a flood, so that its tail is not announced as something new.
    if (again) timer = setTimeout(report, REPORT_EVERY_MS).unref();
  }

  return function say(kind: string, details: Record<string, unknown>): void {
    const count = counts.get(kind);
    counts.set(kind, count === undefined ? 0 : count + 1);
    if (count === undefined) log.warn({ kind, ...details }, message);
    timer ??= setTimeout(report, REPORT_EVERY_MS).unref();
  };
}
