import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { adminDeviceModeSchema } from '../../domain/device.ts';
import { NOTE_MAX } from '../../domain/limits.ts';
import { serialSchema } from '../../domain/serial.ts';
import { tagsSchema } from '../../domain/tags.ts';
import { fleetListQuerySchema } from '../devices/lists.ts';
import { endpoint } from '../endpoint.ts';

export const BULK_SERIALS_MAX = 1_000;
/** Devices that a filter of a bulk change may match. */
export const BULK_DEVICES_MAX = 20_000;
/** Failures that an answer lists; their number is always exact. */
export const BULK_FAILURES_MAX = 100;

const bulkFilterSchema = fleetListQuerySchema
  .omit({ page: true, page_size: true, sort: true })
  .strict()
  .meta({ id: 'DeviceBulkFilter' });

/** The devices of a bulk operation: named ones, or all that match the filters of the list; see DEV-43. */
export const bulkTargetsSchema = z
  .union([
    z.strictObject({ serials: z.array(serialSchema).min(1).max(BULK_SERIALS_MAX) }),
    z.strictObject({ filter: bulkFilterSchema }),
  ])
  .meta({ id: 'DeviceBulkTargets' });
export type BulkTargets = z.output<typeof bulkTargetsSchema>;

/** One change; see DEV-44. */
export const bulkChangeSchema = z
  .strictObject({
    device_mode: adminDeviceModeSchema.optional(),
    note: z
      .string()
      .trim()
      .max(NOTE_MAX)
      .nullable()
      .optional()
      .transform((note) => (note === '' ? null : note)),
    tags: z
      .strictObject({ add: tagsSchema.default([]), remove: tagsSchema.default([]) })
      .refine(({ add, remove }) => add.length + remove.length > 0, 'Name a tag to add or to remove')
      .refine(({ add, remove }) => !add.some((tag) => remove.includes(tag)), 'A tag is either added or removed')
      .optional(),
    company_id: idSchema
      .nullable()
      .optional()
      .describe('a node of type Company, below which the devices come; null: unbind'),
    group_id: idSchema.optional().describe('the group to which the devices are added'),
    user_id: idSchema.nullable().optional().describe('the new owner; null: none'),
  })
  .refine((change) => Object.values(change).filter((value) => value !== undefined).length === 1, {
    message: 'Name exactly one change',
  })
  .meta({ id: 'DeviceBulkChange' });
export type BulkChangeBody = z.output<typeof bulkChangeSchema>;

export const bulkBodySchema = z
  .strictObject({ targets: bulkTargetsSchema, change: bulkChangeSchema })
  .meta({ id: 'DeviceBulkBody' });
export type BulkBody = z.input<typeof bulkBodySchema>;

export const bulkPreviewBodySchema = z
  .strictObject({ targets: bulkTargetsSchema, change: bulkChangeSchema.optional() })
  .meta({ id: 'DeviceBulkPreviewBody' });
export type BulkPreviewBody = z.input<typeof bulkPreviewBodySchema>;

export const BULK_FAILURES = [
  'device_not_found',
  'other_owner',
  'too_many_tags',
  'not_bound',
  'bound_elsewhere',
] as const;

export const bulkFailureSchema = z
  .strictObject({ serial: serialSchema, code: z.enum(BULK_FAILURES), reason: z.string() })
  .meta({ id: 'DeviceBulkFailure' });
export type BulkFailure = z.infer<typeof bulkFailureSchema>;

const counts = {
  devices: z.int().describe('how many were named or match the filter'),
  changed: z.int(),
  unchanged: z.int().describe('those that were as requested already'),
  failed: z.int(),
  failures: z.array(bulkFailureSchema).max(BULK_FAILURES_MAX).describe('the first failures'),
};

export const bulkAnswerSchema = z.strictObject(counts).meta({ id: 'DeviceBulkAnswer' });
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;

/** What a bulk change would do, and how many of the devices are not online. */
export const bulkPreviewSchema = z.strictObject({ ...counts, unreachable: z.int() }).meta({ id: 'DeviceBulkPreview' });
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

const errors = ['forbidden', 'not_found', 'unprocessable', 'rate_limited'] as const;

export const bulkHttp = {
  change: endpoint({
    method: 'post',
    path: '/devices/bulk',
    summary: 'Change many devices: one’s own, as an administrator any',
    description:
      'Devices that cannot be changed are left as they are and reported. Mode and owner are changed by administrators only.',
    body: bulkBodySchema,
    answer: bulkAnswerSchema,
    errors,
  }),
  preview: endpoint({
    method: 'post',
    path: '/devices/bulk/preview',
    summary: 'What a bulk change would do, and how many of the devices are not online',
    description: 'Without `change` it counts the devices only.',
    body: bulkPreviewBodySchema,
    answer: bulkPreviewSchema,
    errors,
  }),
};
