import type { CommandRunState } from '@belfry/schemas/http/commands/runs';
import type { Generated, Selectable } from 'kysely';

/** One command for many devices in waves; the command has the same id. */
export type CommandRunsTable = {
  id: string;
  issued_by: number | null;
  state: Generated<CommandRunState>;
  /** Why it was stopped. */
  reason: string | null;
  wave_size: number;
  pause_s: number;
  /** 0 to 1. */
  max_error_rate: number;
  queue_offline: boolean;
  expires_in_s: number | null;
  devices: number;
  waves: number;
  /** The last one that was sent; 0 before the first. */
  wave: Generated<number>;
  /** Failures of earlier waves do not stop the run, because a user resumed it in spite of them. */
  errors_from_wave: Generated<number>;
  /** Set while the run waits between two waves. */
  next_wave_at: Date | null;
  /** The job that continues the run names this number, so that others do nothing. */
  step: Generated<number>;
  checked_at: Generated<Date>;
  created_at: Generated<Date>;
  finished_at: Date | null;
};
export type CommandRunRow = Selectable<CommandRunsTable>;

/** A device of a run and the wave, from 1, in which it receives the command. */
export type CommandRunDevicesTable = { run_id: string; device_id: number; wave: number };
