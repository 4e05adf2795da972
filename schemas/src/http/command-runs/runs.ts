import { z } from 'zod';
import { serialSchema } from '../../domain/serial.ts';
import { commandSchema, type Command } from '../../mqtt/commands.ts';
import { DELIVERY_STATES, expiresInSchema } from '../commands/commands.ts';
import { fleetListQuerySchema } from '../devices/lists.ts';

/** The commands that make sense on many devices together; see CMD-20. */
export const RUN_COMMANDS = [
  'reboot',
  'install',
  'reinstall',
  'clear_cache',
  'clear_logs',
  'refresh_info',
  'set_volume',
  'system_diagnostics',
  'check_services',
] as const satisfies Command[];
export const runCommandSchema = z.enum(RUN_COMMANDS).meta({ id: 'RunCommand' });
export type RunCommand = z.infer<typeof runCommandSchema>;

export const MAX_RUN_DEVICES = 50_000;
const MAX_RUN_SERIALS = 10_000;
export const WAVE_SIZE = { min: 1, max: 10_000, default: 50 } as const;
export const WAVE_PAUSE_S = { max: 86_400, default: 0 } as const;
const DEFAULT_MAX_ERROR_RATE = 0.2;

/** The fields of GET /devices/all. Unknown ones are refused: a filter that is misspelt would match every device. */
export const runFilterSchema = fleetListQuerySchema.omit({ page: true, page_size: true, sort: true }).strict();

/** Which devices: at most 50,000. */
export const runTargetsSchema = z
  .union([
    z.strictObject({ serials: z.array(serialSchema).min(1).max(MAX_RUN_SERIALS) }),
    z.strictObject({ filter: runFilterSchema.describe('the fields of GET /devices/all') }),
    z.strictObject({ all: z.literal(true) }),
    z.strictObject({ failed_of: z.uuid().describe('the devices on which this run failed, timed out or expired') }),
  ])
  .meta({ id: 'RunTargets' });
export type RunTargets = z.input<typeof runTargetsSchema>;

const runFields = {
  wave_size: z.int().min(WAVE_SIZE.min).max(WAVE_SIZE.max).default(WAVE_SIZE.default).describe('devices at a time'),
  pause_s: z
    .int()
    .min(0)
    .max(WAVE_PAUSE_S.max)
    .default(WAVE_PAUSE_S.default)
    .describe('seconds between the end of a wave and the next one'),
  max_error_rate: z
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_MAX_ERROR_RATE)
    .describe('0 to 1: the share of failures among the ended devices above which the run stops; 1 never stops it'),
  queue_offline: z.boolean().default(false).describe('devices that are offline receive the command when they are back'),
  expires_in_s: expiresInSchema.optional().describe('seconds for which queue_offline waits; 86400 unless given'),
};

export const startRunBodySchema = z
  .strictObject({
    command: z.string().max(100).describe('one of RunCommand'),
    params: z.record(z.string(), z.unknown()).default({}),
    targets: runTargetsSchema,
    ...runFields,
  })
  .meta({ id: 'StartRunBody' });
export type StartRun = z.input<typeof startRunBodySchema>;

/** POST /command-runs/preview: the same body; only `targets` is needed. */
export const previewRunBodySchema = startRunBodySchema
  .partial()
  .required({ targets: true })
  .meta({ id: 'PreviewRunBody' });

const count = z.int().min(0);
export const runPreviewSchema = z
  .strictObject({
    devices: count,
    online: count,
    offline: count.describe('cannot be reached now'),
    waves: count,
  })
  .meta({ id: 'RunPreview' });
export type RunPreview = z.infer<typeof runPreviewSchema>;

export const runStartedSchema = z
  .strictObject({ run_id: z.uuid(), devices: count, offline: count })
  .meta({ id: 'RunStarted' });
export type RunStarted = z.infer<typeof runStartedSchema>;

export const COMMAND_RUN_STATES = ['running', 'paused', 'stopped', 'finished', 'cancelled'] as const;
export const commandRunStateSchema = z.enum(COMMAND_RUN_STATES).meta({ id: 'RunState' });
export type CommandRunState = z.infer<typeof commandRunStateSchema>;
/** Whether a run in this state sends nothing more and cannot be resumed. */
export const hasRunEnded = (state: CommandRunState): boolean => state === 'finished' || state === 'cancelled';

/** `pending`: its wave has not come yet. */
export const RUN_DELIVERY_STATES = ['pending', ...DELIVERY_STATES] as const;
export const runDeliveryStateSchema = z.enum(RUN_DELIVERY_STATES).meta({ id: 'RunDeliveryState' });
export type RunDeliveryState = z.infer<typeof runDeliveryStateSchema>;

export const commandRunSchema = z
  .strictObject({
    run_id: z.uuid(),
    command: commandSchema,
    params: z.record(z.string(), z.unknown()),
    state: commandRunStateSchema,
    reason: z.string().nullable().describe('why it was stopped'),
    issued_by: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
    ...runFields,
    expires_in_s: z.int().nullable(),
    devices: count,
    waves: count,
    wave: count.describe('the last one that was sent; 0 before the first'),
    next_wave_at: z.iso.datetime().nullable().describe('while the run waits between two waves'),
    counts: z.record(runDeliveryStateSchema, count),
    ended: count.describe('devices whose outcome is final'),
    failures: count.describe('failed, timed_out and expired'),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CommandRun' });
export type CommandRun = z.infer<typeof commandRunSchema>;

export const commandRunParamsSchema = z.object({ run_id: z.uuid() });
