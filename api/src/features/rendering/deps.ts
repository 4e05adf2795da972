import type { CoreDeps } from '../../deps.ts';
import type { Rendering } from './rendering.ts';

/** The dependencies of rendered and stored audio. */
export type RenderingDeps = CoreDeps & {
  rendering: Rendering;
};
