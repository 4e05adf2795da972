import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { serialSchema } from '../../domain/serial.ts';
import { pageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';

export const APPROVAL_STATES = ['waiting', 'rejected'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const approvalParamsSchema = z.object({ id: idTextSchema });

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

export const approvalsHttp = {
  list: endpoint({
    method: 'get',
    path: '/devices/approvals',
    summary: 'Devices that wait for approval, oldest first',
    description: 'Claims of users without the pass of a device, and devices without a pass that request their key.',
    query: approvalListQuerySchema,
    answer: z.array(deviceApprovalSchema),
    headers: { 'X-Total-Count': 'how many wait' },
  }),
  approve: endpoint({
    method: 'post',
    path: '/devices/approvals/{id}/approve',
    summary: 'Assign the device to the user who claims it, or allow the device at this address to fetch its key',
    params: approvalParamsSchema,
    answer: null,
    errors: ['not_found', 'device_owned', 'mode_forbids', 'conflict'],
  }),
  reject: endpoint({
    method: 'post',
    path: '/devices/approvals/{id}/reject',
    summary: 'Reject a claim or an enrolment',
    params: approvalParamsSchema,
    answer: null,
    errors: ['not_found'],
  }),
  claims: endpoint({
    method: 'get',
    path: '/devices/user/claims',
    summary: 'The claims of the user without a pass, waiting or rejected',
    answer: z.array(deviceClaimSchema),
  }),
  withdraw: endpoint({
    method: 'delete',
    path: '/devices/user/claims/{id}',
    summary: 'Withdraw a claim, or dismiss a rejected one',
    params: approvalParamsSchema,
    answer: null,
    errors: ['not_found'],
  }),
};
