import { isDatabaseAway } from '../db/errors.ts';

/** SQLSTATE classes that blame the values: data exception, integrity violation. */
const VALUE_CLASSES = new Set(['22', '23']);
/** Node's own: a number that does not fit the column's format. */
const OUT_OF_RANGE = 'ERR_OUT_OF_RANGE';

/**
 * What to do about a statement that failed: `split` when one of its rows is poison, so that the others get in;
 * otherwise `retry`, also for what nobody foresaw: a row that waits is better than a row that is lost.
 */
export function remedyFor(error: unknown): 'retry' | 'split' {
  if (isDatabaseAway(error) || !(error instanceof Error) || !('code' in error)) return 'retry';
  const code = String(error.code);
  return code === OUT_OF_RANGE || VALUE_CLASSES.has(code.slice(0, 2)) ? 'split' : 'retry';
}
