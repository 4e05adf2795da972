import type { Logger } from '../log.ts';

const REPORT_INTERVAL_MS = 10_000;

/**
 * Logs the first warning of a kind immediately, and afterwards every ten seconds how many more there were: a device that
 * repeats an error a thousand times a second must not fill the log.
 */
export function createThrottledWarning(log: Logger, message: string) {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  function report(): void {
    timer = null;
    for (const [kind, count] of counts) if (count > 0) log.warn({ kind, count }, `${message}, again`);
    const again = [...counts.values()].some((count) => count > 0);
    counts.clear();
    // One more interval after a burst, so that its last warnings are not logged as the first of a kind.
    if (again) timer = setTimeout(report, REPORT_INTERVAL_MS).unref();
  }

  return function warn(kind: string, details: Record<string, unknown>): void {
    const count = counts.get(kind);
    counts.set(kind, count === undefined ? 0 : count + 1);
    if (count === undefined) log.warn({ kind, ...details }, message);
    timer ??= setTimeout(report, REPORT_INTERVAL_MS).unref();
  };
}
