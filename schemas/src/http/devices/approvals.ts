import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { serialSchema } from '../../domain/serial.ts';
import { pageFields } from '../paging.ts';

export const APPROVAL_STATES = ['waiting', 'rejected'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const approvalParamsSchema = z.object({ id: idTextSchema });

/** GET /devices/approvals */
export const approvalListQuerySchema = z
  .object({
    ...pageFields(8),
    // A page after the last one is empty, however far.
    page: z.coerce.number().int().min(1).default(1),
  })
  .meta({ id: 'ApprovalListQuery' });

/** A user's claim of a device without its pass, or a device's request for a key without a pass. */
export const deviceApprovalSchema = z
  .strictObject({
    id: z.int(),
    kind: z.enum(['claim', 'enrolment']),
    serial: serialSchema,
    device_known: z.boolean().describe('a device with this serial number exists already'),
    user_id: z.int().nullable().describe('who claims the device'),
    user_name: z.string().nullable(),
    user_email: z.string().nullable(),
    address: z.string().nullable().describe('from where the device asks for its key'),
    note: z.string().nullable(),
    requested_at: z.iso.datetime(),
  })
  .meta({ id: 'DeviceApproval' });
export type DeviceApproval = z.infer<typeof deviceApprovalSchema>;

/** A device claim as its user sees it. */
export const deviceClaimSchema = z
  .strictObject({
    id: z.int(),
    serial: serialSchema,
    note: z.string().nullable(),
    approval: z.enum(APPROVAL_STATES),
    requested_at: z.iso.datetime(),
  })
  .meta({ id: 'DeviceClaim' });
export type DeviceClaim = z.infer<typeof deviceClaimSchema>;
