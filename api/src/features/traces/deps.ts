import type { CoreDeps } from '../../deps.ts';

/** The dependencies of recording the calls of consoles. */
export type TracesDeps = Pick<CoreDeps, 'db' | 'config'>;
