import type { RolloutPhases, RolloutState } from '@belfry/schemas/http/devices/firmware-rollouts';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** What the devices are to install. */
export type RolloutParams = { filename: string; sha256: string; signature: string; version: string };

export type FirmwareRolloutsTable = {
  id: string;
  filename: string;
  firmware_version: string;
  params: ColumnType<RolloutParams, string, never>;
  state: Generated<RolloutState>;
  /** Why it was stopped. */
  reason: string | null;
  phases: ColumnType<RolloutPhases, string, never>;
  /** The current one, from 0. */
  phase: Generated<number>;
  /** Set while it waits between two phases. */
  next_phase_at: Date | null;
  max_error_rate: number;
  phase_pause_s: number;
  /** Devices that had the command before do not stop the rollout, because a user resumed it in spite of them. */
  judged_from: Generated<Date>;
  devices: number;
  /** The job that continues the rollout names this number, so that others do nothing. */
  step: Generated<number>;
  checked_at: Generated<Date>;
  started_by: number | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
};
export type RolloutRow = Selectable<FirmwareRolloutsTable>;

/** A device of a rollout. It gets the command once: after it was claimed, the command is stored, or why there is none. */
export type FirmwareRolloutDevicesTable = {
  rollout_id: string;
  device_id: number;
  phase: number;
  claimed_at: Date | null;
  command_id: string | null;
  error: string | null;
  error_type: string | null;
  /** Its final state, once its command is too old to be kept. */
  outcome: string | null;
};
