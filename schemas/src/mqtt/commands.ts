import { z } from 'zod';
import { COMMAND_TIMEOUT_MS, VOLUME_MAX, VOLUME_MIN } from '../domain/limits.ts';
import { ITEMS_MAX, PAUSE_MAX_MS, prioritySchema, RING_REPEAT_MAX } from '../domain/announcements.ts';
import { sha256Schema } from '../domain/firmware.ts';
import { gainDbSchema } from '../domain/loudness.ts';
import { playerSoundSchema, soundLevelSchema } from '../domain/sound-tests.ts';
import {
  OUTPUT_DURATION_MAX_MS,
  outputDurationSchema,
  outputNameSchema,
  outputPauseSchema,
  outputStateSchema,
  patternMs,
} from '../domain/outputs.ts';
import { PAGE_FRAME_MS } from './page-frames.ts';
import {
  argsSchema,
  deviceInfoSchema,
  freedSpaceSchema,
  playerStatusSchema,
  softwareSchema,
  versionChangeSchema,
  wifiNetworkSchema,
} from './command-parts.ts';

const none = z.strictObject({});

type Definition = {
  params: z.ZodType;
  result: z.ZodType;
  /** An undelivered command expires after this time. */
  expiresAfterMs: number;
  /** An accepted command that is not done after this time has timed out. */
  runsAtMostMs: number;
};
const quick = { expiresAfterMs: COMMAND_TIMEOUT_MS, runsAtMostMs: 30_000 };
const long = { expiresAfterMs: 30_000, runsAtMostMs: 300_000 };

/** Of the text for the support, in characters. */
export const SUPPORT_MESSAGE_LENGTH_MAX = 2_000;

/** Every command with typed parameters, typed results and deadlines; see CMD-1 and CMD-2. */
export const commandTable = {
  set_volume: {
    params: z.strictObject({ channel: z.literal([0, 1, 2]), volume: z.int().min(VOLUME_MIN).max(VOLUME_MAX) }),
    result: z.object({ channel: z.int(), volume: z.int() }),
    ...quick,
  },
  test_voices: { params: z.strictObject({ args: argsSchema }), result: playerStatusSchema, ...quick },
  test_music: { params: z.strictObject({ args: argsSchema }), result: playerStatusSchema, ...quick },
  test_radio: { params: z.strictObject({ args: argsSchema }), result: playerStatusSchema, ...quick },
  play: {
    params: z.strictObject({
      run_id: z.uuid(),
      items: z
        .array(z.strictObject({ sha256: sha256Schema, duration_ms: z.int().min(0), gain_db: gainDbSchema.optional() }))
        .min(1)
        .max(ITEMS_MAX),
      priority: prioritySchema,
      volume: z.int().min(VOLUME_MIN).max(VOLUME_MAX).optional().describe('by default that of the voice channel'),
      repeat: z.int().min(0).max(RING_REPEAT_MAX).optional().describe('how often, by default once; 0: until stop'),
      pause_ms: z.int().min(0).max(PAUSE_MAX_MS).optional().describe('between repetitions'),
    }),
    result: z.object({ run_id: z.uuid(), state: z.enum(['playing', 'queued', 'duplicate', 'skipped']) }),
    expiresAfterMs: 60_000,
    runsAtMostMs: 60_000,
  },
  stop: {
    params: z.strictObject({ run_id: z.uuid() }),
    result: z.object({ run_id: z.uuid(), stopped: z.boolean().describe('whether it was playing or waiting') }),
    ...quick,
  },
  page_open: {
    params: z.strictObject({
      page_id: z.uuid(),
      run_id: z.uuid(),
      codec: z.literal('opus'),
      frame_ms: z.literal(PAGE_FRAME_MS),
      starts_at: z.iso.datetime().describe('when the chime begins; frames are played 250 ms after their capture'),
      chime: z.strictObject({ sha256: sha256Schema, duration_ms: z.int().min(0) }).nullable(),
      volume: z.int().min(VOLUME_MIN).max(VOLUME_MAX).optional().describe('by default that of the voice channel'),
      priority: prioritySchema,
      busy: z.enum(['interrupt', 'wait', 'skip']),
      wait_s: z.int().min(1).max(60).optional(),
      stream: z
        .string()
        .max(500)
        .optional()
        .describe('a path of the api: the frames come by HTTP in the place of MQTT'),
    }),
    result: z.object({ page_id: z.uuid(), state: z.enum(['ready', 'busy', 'late']) }),
    expiresAfterMs: 5_000,
    runsAtMostMs: 70_000,
  },
  page_close: {
    params: z.strictObject({ page_id: z.uuid() }),
    result: z.object({
      page_id: z.uuid(),
      frames: z.int().describe('that were played'),
      lost: z.int(),
      concealed: z.int().describe('gaps that were filled, in frames'),
      late: z.int().describe('frames that came too late'),
      latency_ms: z.int().nullable().describe('from the capture to the sound, the median'),
    }),
    ...quick,
  },
  output: {
    params: z
      .strictObject({
        output: outputNameSchema,
        state: outputStateSchema,
        duration_ms: outputDurationSchema.optional(),
        pause_ms: outputPauseSchema.optional(),
        repeat: z.int().min(1).optional().describe('of a pattern: how often; absent: until it is switched'),
      })
      .refine(
        ({ pause_ms = 0, repeat, duration_ms }) =>
          repeat === undefined || patternMs({ pause_ms, repeat, duration_ms }) <= OUTPUT_DURATION_MAX_MS,
        'A pattern that ends by itself takes a minute at most',
      ),
    result: z.object({ output: z.string(), state: outputStateSchema }),
    ...quick,
  },
  mpd_player: { params: z.strictObject({ args: argsSchema }), result: playerStatusSchema, ...quick },
  wifi_scan: { params: none, result: z.object({ networks: z.array(wifiNetworkSchema) }), ...quick },
  install: { params: softwareSchema, result: versionChangeSchema, ...long },
  reboot: { params: none, result: z.object({ uptime_seconds: z.int().min(0) }), ...long },
  reinstall: { params: softwareSchema, result: versionChangeSchema, ...long },
  clear_cache: { params: none, result: freedSpaceSchema, ...quick },
  clear_logs: { params: none, result: freedSpaceSchema, ...quick },
  refresh_info: { params: none, result: deviceInfoSchema, ...quick },
  export_info: { params: none, result: z.object({ filename: z.string(), content: z.string() }), ...quick },
  system_diagnostics: {
    params: none,
    result: z.object({
      checks: z.array(
        z.object({
          name: z.string(),
          ok: z.boolean(),
          tested: z.boolean().optional().describe('false: it was not tested, and `ok` says nothing'),
          detail: z.string(),
        }),
      ),
    }),
    ...quick,
  },
  sound_test: {
    params: z.strictObject({ level: soundLevelSchema.describe('the volume of the tones') }),
    result: z.object({ players: z.array(playerSoundSchema).min(1).max(3) }),
    ...quick,
  },
  contact_support: {
    params: z.strictObject({ message: z.string().max(SUPPORT_MESSAGE_LENGTH_MAX).optional() }),
    result: z.object({ ticket: z.string() }),
    ...quick,
  },
  system_status: {
    params: none,
    result: z.object({
      cpu_usage_percent: z.number(),
      cpu_temperature: z.number(),
      memory_usage_percent: z.number(),
      disk_usage_percent: z.number(),
      load_average: z.array(z.number()),
      uptime_seconds: z.int(),
    }),
    ...quick,
  },
  system_info: { params: none, result: deviceInfoSchema, ...quick },
  check_services: {
    params: none,
    result: z.object({
      services: z.array(
        z.object({ name: z.string(), state: z.enum(['running', 'stopped', 'failed']), since: z.iso.datetime() }),
      ),
    }),
    ...quick,
  },
} satisfies Record<string, Definition>;

export type Command = keyof typeof commandTable;
export type CommandParams<C extends Command> = z.infer<(typeof commandTable)[C]['params']>;
export type CommandResult<C extends Command> = z.infer<(typeof commandTable)[C]['result']>;

export const COMMANDS = Object.keys(commandTable) as Command[];
export const commandSchema = z.enum(COMMANDS as [Command, ...Command[]]).meta({ id: 'Command' });

/** Fleet-wide commands, which replace or restart the software of the whole device; see CMD-7. */
export const BROADCAST_COMMANDS = ['reboot', 'install', 'reinstall'] as const;
export const broadcastCommandSchema = z.enum(BROADCAST_COMMANDS).meta({ id: 'BroadcastCommand' });
export type BroadcastCommand = z.infer<typeof broadcastCommandSchema>;

export const isBroadcastCommand = (command: Command): command is BroadcastCommand =>
  broadcastCommandSchema.safeParse(command).success;
