import type { CoreDeps } from '../../deps.ts';
import type { Commands } from '../commands/index.ts';

/** The dependencies of runs. */
export type CommandRunsDeps = Pick<CoreDeps, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long'> & {
  commands: Pick<Commands, 'dispatch'>;
};
