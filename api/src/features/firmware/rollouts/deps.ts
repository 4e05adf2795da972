import type { CoreDeps } from '../../../deps.ts';
import type { Commands } from '../../commands/index.ts';

/** The dependencies of rollouts. */
export type RolloutsDeps = CoreDeps & {
  commands: Pick<Commands, 'send'>;
};
