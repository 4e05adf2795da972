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

/** SQLSTATEs and Node's error codes; anything else in `code` is not printed. */
const CODE = /^[A-Z0-9_]{1,40}$/;

/**
 * The fields that may be logged of an error that data of a device caused. The message and the details of a Postgres
 * error quote values, so they are left out.
 */
export function errorSummary(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const of = (field: string): Record<string, string> => {
    const value: unknown = Reflect.get(error, field);
    return typeof value === 'string' && value !== '' ? { [field]: value } : {};
  };
  const { code = '' } = of('code');
  return { error: error.name, ...(CODE.test(code) && { code }), ...of('table'), ...of('column'), ...of('constraint') };
}
