import type { CoreDeps } from '../../deps.ts';
import type { Commands } from '../commands/index.ts';
import type { RenderingDeps } from '../rendering/index.ts';

/** The dependencies of announcements. */
export type AnnouncementsDeps = CoreDeps &
  Pick<RenderingDeps, 'rendering'> & {
    commands: Pick<Commands, 'sendToMany' | 'cancelMany'>;
  };
