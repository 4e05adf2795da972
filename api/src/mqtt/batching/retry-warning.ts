import type { Logger } from '../../log.ts';
import { errorSummary } from '../error-summary.ts';

const WARN_INTERVAL_MS = 10_000;

/** Logs that a batch is tried again: at most one line in ten seconds, however long Postgres is unavailable. */
export function createRetryWarning(batch: string, log: Logger): (error: unknown, items: number) => void {
  let warnedAt = 0;
  return (error, items) => {
    if (Date.now() - warnedAt < WARN_INTERVAL_MS) return;
    warnedAt = Date.now();
    log.warn({ batch, items, ...errorSummary(error) }, 'a batch could not be written and is tried again');
  };
}
