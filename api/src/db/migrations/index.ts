import type { Migration } from 'kysely/migration';
import { baseline } from './0001-baseline/baseline.ts';

export const BASELINE = '0001_first_release';

/** Every migration by the name under which databases have recorded it, in the order in which they run. Never edit a shipped one. */
export const migrations: Record<string, Migration> = {
  [BASELINE]: baseline,
};
