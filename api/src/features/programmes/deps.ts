import type { CoreDeps } from '../../deps.ts';
import type { RenderingDeps } from '../rendering/index.ts';

export type Rendering = RenderingDeps['rendering'];

/** The dependencies of programmes. */
export type ProgrammesDeps = Pick<CoreDeps, 'broker' | 'config' | 'db' | 'events' | 'jobs' | 'log' | 'long'> &
  RenderingDeps;
