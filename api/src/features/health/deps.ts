import type { CoreDeps } from '../../deps.ts';
import type { FileStore } from '../../storage/index.ts';

/** The shards of the ingest as this instance saw them last, and how long its oldest uncommitted message waits, in seconds. */
export type IngestState = { shards: { held: number; total: number; unheld: number }; lagS: number };

/** The dependencies of the health checks. */
export type HealthDeps = Pick<CoreDeps, 'db' | 'broker' | 'long'> & {
  files: Pick<FileStore, 'check'>;
  /** The names of the batchers that have been waiting for a commit too long. */
  stuckBatches: () => string[];
  ingest: () => IngestState;
};
