import type { CoreDeps } from '../../deps.ts';
import type { Commands } from './commands.service.ts';

/** What the routes of commands use. */
export type CommandsDeps = Pick<CoreDeps, 'db' | 'pool'> & {
  commands: Commands;
};
