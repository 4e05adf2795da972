import type { CoreDeps } from '../../deps.ts';
import type { Commands } from './commands.service.ts';

/** The dependencies of the command routes. */
export type CommandsDeps = Pick<CoreDeps, 'db' | 'pool' | 'events'> & {
  commands: Commands;
};
