import { z } from 'zod';
import { archiveFilenameSchema } from '../../domain/firmware.ts';
import { serialSchema } from '../../domain/serial.ts';
import { pageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';

export const ROLLOUT_STATES = ['running', 'paused', 'stopped', 'finished', 'cancelled'] as const;
export const rolloutStateSchema = z.enum(ROLLOUT_STATES).meta({ id: 'RolloutState' });
export type RolloutState = z.infer<typeof rolloutStateSchema>;

/** The states of a device in a rollout; see FW-16. */
export const ROLLOUT_DEVICE_STATES = [
  'pending',
  'downloading',
  'verifying',
  'installed',
  'rolled_back',
  'failed',
  'cancelled',
] as const;
export const rolloutDeviceStateSchema = z.enum(ROLLOUT_DEVICE_STATES).meta({ id: 'RolloutDeviceState' });
export type RolloutDeviceState = z.infer<typeof rolloutDeviceStateSchema>;

export const ROLLOUT_DEFAULTS = { phases: [1, 10, 100], max_error_rate: 0.1, phase_pause_s: 60 };
const PHASES_MAX = 20;
const PAUSE_MAX_S = 7 * 86_400;

const percent = z.number().gt(0).max(100);
const groupIds = z.strictObject({ group_ids: z.array(z.int().positive()).min(1).max(100) });
const isAscending = (values: number[]): boolean =>
  values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));

export const rolloutPhasesSchema = z
  .union([
    z.array(percent).min(1).max(PHASES_MAX).refine(isAscending, 'The percentages rise from phase to phase'),
    z.array(groupIds).min(1).max(PHASES_MAX),
  ])
  .describe('the share of the devices that have the archive after each phase, in percent; or the groups of each phase')
  .meta({ id: 'RolloutPhases' });
export type RolloutPhases = z.infer<typeof rolloutPhasesSchema>;

export const startRolloutBodySchema = z
  .strictObject({
    filename: archiveFilenameSchema,
    phases: rolloutPhasesSchema.default(ROLLOUT_DEFAULTS.phases),
    max_error_rate: z
      .number()
      .min(0)
      .max(1)
      .default(ROLLOUT_DEFAULTS.max_error_rate)
      .describe('0 to 1: the share of failures above which the rollout stops; 1 never stops it'),
    phase_pause_s: z
      .int()
      .min(0)
      .max(PAUSE_MAX_S)
      .default(ROLLOUT_DEFAULTS.phase_pause_s)
      .describe('seconds between two phases'),
    allow_downgrade: z
      .boolean()
      .optional()
      .describe('also devices whose version is above that of the archive; see FW-18'),
  })
  .meta({ id: 'StartRolloutBody' });
export type StartRollout = z.output<typeof startRolloutBodySchema>;

const count = z.int().min(0);
/** Devices that report the version of the archive already, or a higher one, are not part of a rollout. */
export const rolloutPreviewSchema = z
  .strictObject({ devices: count, offline: count, phases: z.array(count).describe('devices of each phase') })
  .meta({ id: 'RolloutPreview' });
export type RolloutPreview = z.infer<typeof rolloutPreviewSchema>;

export const rolloutSchema = z
  .strictObject({
    rollout_id: z.uuid(),
    filename: archiveFilenameSchema,
    firmware_version: z.string(),
    state: rolloutStateSchema,
    reason: z.string().nullable().describe('why it was stopped'),
    phases: rolloutPhasesSchema,
    phase: count.describe('the current one, from 1'),
    next_phase_at: z.iso.datetime().nullable().describe('while it waits between two phases'),
    max_error_rate: z.number(),
    phase_pause_s: z.int(),
    devices: count,
    counts: z.record(rolloutDeviceStateSchema, count),
    started_by: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Rollout' });
export type Rollout = z.infer<typeof rolloutSchema>;

export const rolloutParamsSchema = z.object({ rollout_id: z.uuid() });
export const ROLLOUT_CHANGES = ['pause', 'resume', 'cancel'] as const;
export type RolloutChange = (typeof ROLLOUT_CHANGES)[number];

export const rolloutDevicesQuerySchema = z.object({
  ...pageFields(20),
  state: rolloutDeviceStateSchema.optional(),
});
export const rolloutDeviceSchema = z
  .strictObject({
    serial: serialSchema,
    name: z.string().nullable().describe('of its node, else its note, else its host name'),
    phase: count,
    state: rolloutDeviceStateSchema,
    reason: z.string().nullable().describe('why it failed or returned to the previous version'),
    error_type: z.string().nullable(),
    device_version: z.string().nullable(),
  })
  .meta({ id: 'RolloutDevice' });
export type RolloutDevice = z.infer<typeof rolloutDeviceSchema>;

const changeOf = (change: RolloutChange, summary: string) =>
  endpoint({
    method: 'post',
    path: `/client/rollouts/{rollout_id}/${change}`,
    summary,
    params: rolloutParamsSchema,
    answer: rolloutSchema,
    errors: ['not_found', 'conflict'],
  });

export const rolloutsHttp = {
  preview: endpoint({
    method: 'post',
    path: '/client/rollouts/preview',
    summary: 'Count the devices of each phase of a rollout without starting it',
    body: startRolloutBodySchema,
    answer: rolloutPreviewSchema,
    errors: ['not_found'],
  }),
  start: endpoint({
    method: 'post',
    path: '/client/rollouts',
    summary: 'Install an archive on the devices in phases',
    description:
      'One rollout at a time. Each device gets the command at most once. It stops where too many devices fail.',
    body: startRolloutBodySchema,
    answer: rolloutSchema,
    status: 202,
    errors: ['not_found', 'conflict', 'unprocessable', 'rate_limited'],
  }),
  list: endpoint({
    method: 'get',
    path: '/client/rollouts',
    summary: 'The last 20 rollouts, the newest first',
    answer: z.array(rolloutSchema),
  }),
  read: endpoint({
    method: 'get',
    path: '/client/rollouts/{rollout_id}',
    summary: 'A rollout with the number of devices in each state',
    params: rolloutParamsSchema,
    answer: rolloutSchema,
    errors: ['not_found'],
  }),
  devices: endpoint({
    method: 'get',
    path: '/client/rollouts/{rollout_id}/devices',
    summary: 'The devices of a rollout, those that failed first, each with its state and the reason',
    params: rolloutParamsSchema,
    query: rolloutDevicesQuerySchema,
    answer: z.array(rolloutDeviceSchema),
    headers: { 'X-Total-Count': 'how many devices match' },
    errors: ['not_found'],
  }),
  pause: changeOf('pause', 'Pause a rollout; devices that have the command finish'),
  resume: changeOf('resume', 'Continue a rollout that was paused or has stopped'),
  cancel: changeOf('cancel', 'End a rollout; devices that have the command finish'),
};
