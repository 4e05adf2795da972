import { z } from 'zod';
import { receiptEventSchema } from '../domain/announcements.ts';
import { passiveSoundSchema } from '../domain/sound-tests.ts';
import { clockOffsetSchema } from '../domain/clock.ts';
import { inputNameSchema, inputStateSchema } from '../domain/inputs.ts';
import { desiredConfigSchema, reportedConfigSchema } from '../domain/configuration.ts';
import { deviceConnectionSchema, deviceStatusSchema } from '../domain/device.ts';
import { outputNameSchema, outputStateSchema } from '../domain/outputs.ts';
import { sha256Schema } from '../domain/firmware.ts';
import { MAX_INT4 } from '../domain/limits.ts';
import { traceparentSchema } from '../domain/trace-context.ts';
import { commandSchema } from './commands.ts';
import { fleetSummarySchema, userEventSchema } from './console-messages.ts';
import { instantSchema } from './instant.ts';
import { playerStatusSchema } from './command-parts.ts';

const percent = z.number().min(0).max(100);
const seq = z.int().min(0);
/** An invalid one is ignored, as W3C Trace Context demands; it must not cost the message. */
const traceparent = traceparentSchema.optional().catch(undefined);

/** With it a device applies `gain_db`; others get files with the gain applied. */
export const GAIN_ABILITY = 'gain';
/** With it a device plays playlists by `crossfade_s` and `no_repeat`, and the `fallback` of stations; the programmes of others do not have them. */
export const MUSIC_ABILITY = 'music';
/** With it a device has a microphone and listens while it plays announcements where its programme says `listen`; the programmes of others do not. */
export const LISTEN_ABILITY = 'listen';
/** With it a device plays the `lead_in` of its programme; the programmes of others do not have it. */
export const LEAD_IN_ABILITY = 'lead_in';
const ABILITIES_MAX = 20;
const ABILITY_LENGTH_MAX = 40;

export const statusMessageSchema = z
  .object({
    status: deviceStatusSchema,
    device_version: z.string().max(50),
    hostname: z.string().max(255),
    ip: z.string().max(45),
    at: instantSchema,
    abilities: z
      .array(z.string().max(ABILITY_LENGTH_MAX))
      .max(ABILITIES_MAX)
      .optional()
      .describe(
        'what the firmware does beyond the first version of the contract: `gain` (it applies `gain_db`), `music` (`crossfade_s`, `no_repeat`), `page` (it plays live pages), `listen` (it has a microphone and applies `listen`), `lead_in` (it wakes amplifiers before announcements)',
      ),
    connection: deviceConnectionSchema.optional(),
    problem: z
      .string()
      .max(300)
      .optional()
      .describe(
        'of a device that is offline although it could sign in, as a loudspeaker to which nothing can be sent: why',
      ),
    by: z.literal('api').optional().describe('set when the api publishes it for a silent device'),
  })
  .meta({ id: 'StatusMessage' });

export const metricsMessageSchema = z
  .object({
    hostname: z.string().max(255),
    cpu_usage_percent: percent
      .optional()
      .describe('absent, as the next three: a device without sensors, such as a browser'),
    cpu_temperature: z.number().min(-100).max(200).optional().describe('°C'),
    memory_usage_percent: percent.optional(),
    disk_usage_percent: percent.optional(),
    uptime_seconds: z.int().min(0),
    undervoltage: z
      .boolean()
      .optional()
      .describe('the supply was too weak since the last record; absent: not measured'),
    collected_at: instantSchema,
    seq: seq.optional().describe('rises by one, survives a reboot'),
    clock_offset_ms: clockOffsetSchema.optional(),
    clock_synchronised: z
      .boolean()
      .nullable()
      .optional()
      .describe('whether the time service of the device has set its clock; null or absent: unknown'),
  })
  .meta({ id: 'MetricsMessage' });

export const acksMessageSchema = z
  .object({
    metrics_seq: seq.optional().describe('everything up to it is committed'),
    receipts_seq: seq.optional().describe('the same of receipts'),
    inputs_seq: seq.optional().describe('the same of inputs'),
  })
  .refine((acks) => Object.values(acks).some((acked) => acked !== undefined), 'is empty')
  .meta({ id: 'AcksMessage' });

export const programmeMessageSchema = z
  .object({
    version: z.int().min(1),
    sha256: sha256Schema.describe('of the body of GET /devices/programme'),
    at: instantSchema,
  })
  .meta({ id: 'ProgrammeMessage' });

export const speakersMessageSchema = z.object({ at: instantSchema }).meta({
  id: 'SpeakersMessage',
  description: 'The list at GET /devices/network-speakers has changed',
});

export const receiptMessageSchema = z
  .object({
    seq: z.int().min(1).describe('rises by one, survives a reboot'),
    run_id: z.uuid(),
    event: receiptEventSchema,
    reason: z.string().max(300).nullable().default(null),
    at: instantSchema.describe("by the device's clock"),
    sound: passiveSoundSchema
      .optional()
      // An invalid one must not cost the receipt.
      .catch(undefined)
      .describe('with finished: what the microphone has heard of it, where the programme says `listen`'),
  })
  .meta({ id: 'ReceiptMessage' });

export const inputMessageSchema = z
  .object({
    seq: z.int().min(1).describe('rises by one, survives a reboot'),
    input: inputNameSchema,
    state: inputStateSchema.describe('since `at`: on, while a button is pressed or a contact is closed'),
    at: instantSchema.describe("by the device's clock"),
  })
  .meta({ id: 'InputMessage' });

export const outputMessageSchema = z
  .object({
    output: outputNameSchema,
    state: outputStateSchema.describe('since `at`; a pulse, and a pattern, ends with off'),
    at: instantSchema.describe("by the device's clock"),
  })
  .meta({ id: 'OutputMessage' });

export const playerMessageSchema = playerStatusSchema
  .omit({ channel: true })
  .extend({ at: instantSchema })
  .meta({ id: 'PlayerMessage' });

export const commandMessageSchema = z
  .object({
    correlation_id: z.uuid(),
    command: commandSchema,
    params: z.record(z.string(), z.unknown()),
    issued_at: instantSchema,
    expires_at: instantSchema,
    background: z.boolean().optional().describe('a page reads what it shows: no command of a person; see CMD-27'),
    traceparent: traceparent.describe('W3C trace context; returned in the responses'),
  })
  .meta({ id: 'CommandMessage' });

export const RESPONSE_PHASES = ['accepted', 'running', 'done'] as const;
export const responseMessageSchema = z
  .object({
    correlation_id: z.uuid(),
    phase: z.enum(RESPONSE_PHASES),
    success: z.boolean().nullable().default(null).describe('null until done'),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .default(null)
      .describe('while running: progress (0–100) and step; when done: the result in the command table'),
    error: z.string().max(1000).nullable().default(null),
    error_type: z.string().max(100).nullable().default(null),
    execution_time_ms: z.int().min(0).max(MAX_INT4).nullable().default(null),
    at: instantSchema,
    traceparent: traceparent.describe('that of the command, if it had one'),
  })
  .meta({ id: 'ResponseMessage' });

export type StatusMessage = z.infer<typeof statusMessageSchema>;
export type MetricsMessage = z.infer<typeof metricsMessageSchema>;
export type AcksMessage = z.infer<typeof acksMessageSchema>;
export type ProgrammeMessage = z.infer<typeof programmeMessageSchema>;
export type SpeakersMessage = z.infer<typeof speakersMessageSchema>;
export type ReceiptMessage = z.infer<typeof receiptMessageSchema>;
export type InputMessage = z.infer<typeof inputMessageSchema>;
export type OutputMessage = z.infer<typeof outputMessageSchema>;
export type PlayerMessage = z.infer<typeof playerMessageSchema>;
export type CommandMessage = z.infer<typeof commandMessageSchema>;
export type ResponseMessage = z.infer<typeof responseMessageSchema>;

export const messages = {
  status: { schema: statusMessageSchema, qos: 1, retain: true, from: 'device' },
  metrics: { schema: metricsMessageSchema, qos: 1, retain: false, from: 'device' },
  acks: { schema: acksMessageSchema, qos: 1, retain: false, from: 'api' },
  programme: { schema: programmeMessageSchema, qos: 1, retain: true, from: 'api' },
  speakers: { schema: speakersMessageSchema, qos: 1, retain: false, from: 'api' },
  receipts: { schema: receiptMessageSchema, qos: 1, retain: false, from: 'device' },
  inputs: { schema: inputMessageSchema, qos: 1, retain: false, from: 'device' },
  outputs: { schema: outputMessageSchema, qos: 1, retain: true, from: 'device' },
  player: { schema: playerMessageSchema, qos: 1, retain: true, from: 'device' },
  configDesired: { schema: desiredConfigSchema, qos: 1, retain: true, from: 'api' },
  configReported: { schema: reportedConfigSchema, qos: 1, retain: true, from: 'device' },
  commands: { schema: commandMessageSchema, qos: 1, retain: false, from: 'api' },
  responses: { schema: responseMessageSchema, qos: 1, retain: false, from: 'device' },
  fleetCommands: { schema: commandMessageSchema, qos: 1, retain: false, from: 'api' },
  fleetSummary: { schema: fleetSummarySchema, qos: 1, retain: true, from: 'api' },
  userEvents: { schema: userEventSchema, qos: 0, retain: false, from: 'api' },
} as const;

export type MessageKind = keyof typeof messages;
