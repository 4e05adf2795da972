import type { Migration } from 'kysely/migration';
import { baseline } from './0001-baseline/baseline.ts';
import { teams } from './0002_teams.ts';
import { sessionSettings } from './0006_session_settings.ts';

/** The migration with which the first release begins. A database without it has a schema that no release has had. */
export const BASELINE = '0001_baseline';

/** Every migration by the name under which databases have recorded it, in the order in which they run. Never edit a shipped one. */
export const migrations: Record<string, Migration> = {
  [BASELINE]: baseline,
  '0002_teams': teams,
  '0006_session_settings': sessionSettings,
};
