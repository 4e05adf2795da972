import { z } from 'zod';
import { line } from '../domain/line.ts';
import { GROUP_DEVICES_MAX, GROUP_NAME_MAX } from '../domain/companies.ts';
import { deviceStatusSchema } from '../domain/device.ts';
import { idTextSchema } from '../domain/ids.ts';
import { serialSchema } from '../domain/serial.ts';
import { endpoint } from './endpoint.ts';
import { ownWork } from './own-work.ts';
import { listedOwner, newOwner } from './owner-query.ts';

const name = line('Name is required')
  .min(1, 'Name is required')
  .max(GROUP_NAME_MAX, `A name has ${GROUP_NAME_MAX} characters at most`);
const devices = z
  .array(idTextSchema)
  .max(GROUP_DEVICES_MAX, `${GROUP_DEVICES_MAX} devices at most can be added at once`)
  .describe('company_id of device nodes');
const params = z.object({ id: idTextSchema });

export const groupSchema = z
  .strictObject({ id: z.int(), name: z.string(), device_count: z.int(), ...ownWork })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof groupSchema>;

export const groupElementSchema = z
  .strictObject({
    company_id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    serial: serialSchema.nullable(),
    status: deviceStatusSchema.nullable(),
    continent: z.string().nullable(),
    country: z.string().nullable(),
    city: z.string().nullable(),
    street: z.string().nullable(),
    house: z.string().nullable(),
  })
  .meta({ id: 'GroupElement' });
export type GroupElement = z.infer<typeof groupElementSchema>;

/** Named groups of devices; see docs/product/groups.md. */
export const groupsHttp = {
  list: endpoint({
    method: 'get',
    path: '/group/list',
    summary: 'The groups of the user, by name',
    description:
      'Members list those of their organisations that have devices which they see, with the number of these. Administrators may name another owner by `user_id`.',
    query: z.object({ user_id: listedOwner }).meta({ id: 'GroupListQuery' }),
    answer: z.array(groupSchema),
    errors: ['forbidden', 'user_not_found'],
  }),
  elements: endpoint({
    method: 'get',
    path: '/group/list/{id}/elements',
    summary: 'The devices of a group, by name',
    description: 'A device without an address has that of its company.',
    params,
    answer: z.array(groupElementSchema),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'post',
    path: '/group/new',
    summary: 'Create a group, with or without devices',
    query: z.object({ user_id: newOwner }),
    body: z.strictObject({ name, devices: devices.default([]) }).meta({ id: 'NewGroupBody' }),
    answer: groupSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'conflict', 'not_found', 'unprocessable'],
  }),
  rename: endpoint({
    method: 'put',
    path: '/group/rename/{id}',
    summary: 'Rename a group',
    params,
    body: z.strictObject({ name }).meta({ id: 'RenameGroupBody' }),
    answer: null,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/group/main/{id}',
    summary: 'Delete a group; its devices are not changed',
    params,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
  addDevices: endpoint({
    method: 'post',
    path: '/group/add/{id}',
    summary: 'Add devices to a group; those that are in it already are skipped',
    params,
    body: z
      .strictObject({ devices: devices.min(1, 'No devices selected in the tree!') })
      .meta({ id: 'AddToGroupBody' }),
    answer: z
      .strictObject({ added: z.int(), skipped: z.int().describe('were in the group already') })
      .meta({ id: 'AddedToGroup' }),
    errors: ['not_found', 'forbidden', 'unprocessable'],
  }),
  /** `device_id` is the company_id of the device's node; see GROUP-4. */
  removeDevice: endpoint({
    method: 'delete',
    path: '/group/element',
    summary: 'Remove a device from a group',
    body: z.strictObject({ device_id: idTextSchema, group_id: idTextSchema }).meta({ id: 'GroupElementBody' }),
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
};
