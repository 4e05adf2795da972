import {
  WAVE_PAUSE_S,
  WAVE_SIZE,
  type RunCommand,
  type RunTargets,
  type StartRun,
} from '@belfry/schemas/http/commands/runs';
import { EXPIRES_IN_S } from '@belfry/schemas/http/commands/commands';
import type { Channel } from '../components/volume-fields.tsx';

/** What the form of a run holds; numbers are kept as they are typed. */
export type RunFormValues = {
  command: RunCommand;
  channel: Channel;
  volume: number;
  wave_size: number;
  pause_s: number;
  /** Percent. */
  max_errors: number;
  queue_offline: boolean;
  expires_in_s: number;
};

const DEFAULT_VOLUME = 50;
const DEFAULT_MAX_ERRORS = 20;

export const initialRun = (command: RunCommand): RunFormValues => ({
  command,
  channel: '1',
  volume: DEFAULT_VOLUME,
  wave_size: WAVE_SIZE.default,
  pause_s: WAVE_PAUSE_S.default,
  max_errors: DEFAULT_MAX_ERRORS,
  queue_offline: false,
  expires_in_s: EXPIRES_IN_S.default,
});

/** The body of the call that starts the run. */
export const toStartRun = (values: RunFormValues, targets: RunTargets): StartRun => ({
  command: values.command,
  params: values.command === 'set_volume' ? { channel: Number(values.channel), volume: values.volume } : {},
  targets,
  wave_size: values.wave_size,
  pause_s: values.pause_s,
  max_error_rate: values.max_errors / 100,
  queue_offline: values.queue_offline,
  ...(values.queue_offline && { expires_in_s: values.expires_in_s }),
});
