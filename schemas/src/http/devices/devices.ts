import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { line } from '../../domain/line.ts';
import { clockOffsetSchema } from '../../domain/clock.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import {
  DEVICE_ACTIVITIES,
  adminDeviceModeSchema,
  deviceModeSchema,
  deviceConnectionSchema,
  deviceStatusSchema,
  deviceTypeSchema,
} from '../../domain/device.ts';
import { deviceConfigurationSchema } from '../../domain/configuration.ts';
import { DEVICE_PASS_MAX, NOTE_MAX } from '../../domain/limits.ts';
import { outputNameSchema } from '../../domain/outputs.ts';
import { playerChannelSchema } from '../../domain/player.ts';
import { serialSchema } from '../../domain/serial.ts';
import { tagsSchema } from '../../domain/tags.ts';
import { revisionSchema } from '../revision.ts';
import { outputMessageSchema, playerMessageSchema } from '../../mqtt/messages.ts';
import { metricRecordSchema } from '../metrics/metrics.ts';

/** Trimmed; empty becomes null. */
const optional = (text: z.ZodString) => text.nullish().transform((text) => text || null);
const optionalEmail = z
  .union([z.literal(''), emailSchema, z.null()])
  .optional()
  .transform((text) => text || null);
const pass = optional(line().max(DEVICE_PASS_MAX));
const note = optional(z.string().trim().max(NOTE_MAX));
const nodeId = idSchema.describe('of the node of type Device that the device is bound to');

export const createDeviceBodySchema = z
  .strictObject({
    serial: z.string().trim().min(1, 'Serial number is required').pipe(serialSchema),
    device_type: deviceTypeSchema.nullish().transform((type) => type ?? 'audio'),
    device_mode: adminDeviceModeSchema.nullish().transform((mode) => mode ?? 'new'),
    company_id: nodeId.nullish().transform((id) => id ?? null),
    note,
    email: optionalEmail,
    tags: tagsSchema.default([]),
    pass,
  })
  .meta({ id: 'CreateDeviceBody' });
export type CreateDeviceBody = z.infer<typeof createDeviceBodySchema>;

/** PUT /devices/edit/{device_id}: absent fields do not change, nor does the pass if it is null or empty. */
export const editDeviceBodySchema = z
  .strictObject({
    serial: serialSchema.optional(),
    device_type: deviceTypeSchema.optional(),
    device_mode: deviceModeSchema.optional(),
    company_id: nodeId.nullable().optional(),
    user_id: idSchema.nullable().optional().describe('gives the device to another owner'),
    note: note.optional(),
    description: note.optional(),
    email: optionalEmail.optional(),
    tags: tagsSchema.optional(),
    pass: pass.optional(),
    device_version: optional(line().max(50)).optional(),
    device_status: deviceStatusSchema.optional(),
    revision: revisionSchema.optional(),
  })
  .meta({ id: 'EditDeviceBody' });
export type EditDeviceBody = z.infer<typeof editDeviceBodySchema>;

/** POST /devices/enroll: a device fetches its key once with its pass; see DEV-8. */
export const enrollBodySchema = z
  .strictObject({ serial: serialSchema, pass: z.string().max(DEVICE_PASS_MAX) })
  .meta({ id: 'EnrollBody' });
export const deviceKeyAnswerSchema = z
  .strictObject({ serial: serialSchema, device_key: z.string().describe('shown once') })
  .meta({ id: 'DeviceKeyAnswer' });
export type DeviceKeyAnswer = z.infer<typeof deviceKeyAnswerSchema>;

/** POST /devices/user/register: see DEV-10 and DEV-11. */
export const registerDeviceBodySchema = z
  .strictObject({
    serial: z.string().trim().min(1, 'Serial number is required').pipe(serialSchema),
    pass,
    note,
  })
  .meta({ id: 'RegisterDeviceBody' });

/** POST /devices/bind/company/serial: to a node of type Device, both of one owner; see TREE-15. */
export const bindDeviceBodySchema = z
  .strictObject({
    serial: z.string().trim().min(1, 'Serial number is required').pipe(serialSchema),
    company_id: idTextSchema,
  })
  .meta({ id: 'BindDeviceBody' });

export const unbindDeviceBodySchema = z
  .strictObject({
    serial: z
      .string('Device serial number is required for unbinding')
      .trim()
      .min(1, 'Device serial number is required for unbinding')
      .pipe(serialSchema),
  })
  .meta({ id: 'UnbindDeviceBody' });

export const deviceOutputSchema = outputMessageSchema
  .omit({ output: true })
  .extend({ received_at: z.iso.datetime().describe("by the server's clock") })
  .meta({ id: 'OutputReport' });
export type DeviceOutput = z.infer<typeof deviceOutputSchema>;

export const deviceSchema = z
  .strictObject({
    device_id: z.int(),
    serial: serialSchema,
    device_type: deviceTypeSchema,
    device_mode: deviceModeSchema,
    company_id: z.int().nullable(),
    company_name: z.string().nullable(),
    name: z.string().nullable().describe('what its node is called, else its note, else its host name'),
    path: z
      .string()
      .describe('the names of the nodes above that the caller reads, the topmost first, with “ / ” between them'),
    model: z.string().nullable().describe('of the hardware; null, since no device reports it'),
    user_id: z.int().nullable().describe('the owner'),
    note: z.string().nullable(),
    description: z.string().nullable(),
    email: z.string().nullable(),
    tags: z.array(z.string()).describe('each once, in alphabetical order'),
    has_pass: z.boolean(),
    enrolled: z.boolean().describe('has a key of its own'),
    network_speaker: z.boolean().describe('another device sends its sound and signs in for it'),
    status: deviceStatusSchema,
    mode: z.enum(DEVICE_ACTIVITIES),
    device_version: z.string().nullable(),
    hostname: z.string().nullable(),
    ip: z.string().nullable(),
    connection: deviceConnectionSchema.nullable().describe('how it reaches the broker; null: it does not say'),
    last_seen: z.iso.datetime().nullable(),
    clock_skew_ms: z.int().nullable().describe('the clock of the device minus that of the server; null: not known yet'),
    clock_offset_ms: clockOffsetSchema,
    clock_synchronised: z.boolean().nullable().describe('by its time service; null: the device does not report it'),
    twin: z
      .strictObject({ connected: z.string(), refused: z.string() })
      .nullable()
      .describe(
        'another device has its key: the addresses of the one that is connected, and of the one that is refused',
      ),
    created_at: z.iso.datetime(),
    revision: revisionSchema,
    metrics: metricRecordSchema.nullable().describe('the last record'),
    players: z.partialRecord(playerChannelSchema, playerMessageSchema),
    outputs: z
      .record(outputNameSchema, deviceOutputSchema)
      .describe('the relays and others that the device has reported, by name'),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof deviceSchema>;

export const deviceInfoSchema = deviceSchema
  .extend({ configuration: deviceConfigurationSchema })
  .meta({ id: 'DeviceInfo' });
export type DeviceInfo = z.infer<typeof deviceInfoSchema>;

/** The response of create: the device and its key, which is returned only once. */
export const createdDeviceSchema = deviceSchema.extend({ device_key: z.string() }).meta({ id: 'CreatedDevice' });
