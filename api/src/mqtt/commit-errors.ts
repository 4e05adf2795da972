import { isDatabaseAway } from '../db/errors.ts';

/** SQLSTATE classes that blame the values: data exception, integrity violation. */
const VALUE_CLASSES = new Set(['22', '23']);

/**
 * What to do about a statement that failed: `split` when one of its rows is poison, so that the others get in;
 * otherwise `retry`, also for what nobody foresaw: a row that waits is better than a row that is lost.
 */
export function remedyFor(error: unknown): 'retry' | 'split' {
  if (isDatabaseAway(error) || !(error instanceof Error) || !('code' in error)) return 'retry';
  return VALUE_CLASSES.has(String(error.code).slice(0, 2)) ? 'split' : 'retry';
}
