import type { SampleRun, SampleRunError } from '@belfry/schemas/http/announcements/sample-runs';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type SampleRunsTable = {
  id: Generated<number>;
  state: Generated<SampleRun['state']>;
  pause_reason: SampleRun['pause_reason'];
  /** The names of the voices, in the order in which their samples are created. */
  voices: string[];
  /** The index of the next voice. */
  position: Generated<number>;
  /** Failures before this index do not pause the run: those that paused it are tried once more and then left. */
  pausable_from: Generated<number>;
  success: Generated<number>;
  error_count: Generated<number>;
  errors: ColumnType<SampleRunError[], string | undefined, string>;
  last_error: string | null;
  started_by: number | null;
  started_at: Generated<Date>;
  /** When a job last worked on it. */
  checked_at: Generated<Date>;
  ended_at: Date | null;
};
export type SampleRunRow = Selectable<SampleRunsTable>;
