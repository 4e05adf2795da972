import type { RenderingDeps } from '../rendering/index.ts';

/** The dependencies of the library. */
export type LibraryDeps = RenderingDeps;
