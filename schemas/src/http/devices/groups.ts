import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { GROUP_DEVICES_MAX, GROUP_NAME_MAX } from '../../domain/companies.ts';
import { deviceStatusSchema } from '../../domain/device.ts';
import { serialSchema } from '../../domain/serial.ts';

const name = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(GROUP_NAME_MAX, `A name has ${GROUP_NAME_MAX} characters at most`);
const devices = z
  .array(idTextSchema)
  .max(GROUP_DEVICES_MAX, `${GROUP_DEVICES_MAX} devices at most can be added at once`)
  .describe('company_id of device nodes');

export const groupParamsSchema = z.object({ id: idTextSchema });
/** POST /group/new */
export const newGroupBodySchema = z.strictObject({ name, devices: devices.default([]) }).meta({ id: 'NewGroupBody' });
/** PUT /group/rename/{id} */
export const renameGroupBodySchema = z.strictObject({ name }).meta({ id: 'RenameGroupBody' });
/** POST /group/add/{id}: devices that are in the group already are ignored. */
export const addToGroupBodySchema = z
  .strictObject({ devices: devices.min(1, 'No devices selected in the tree!') })
  .meta({ id: 'AddToGroupBody' });
/** DELETE /group/element: `device_id` is the company_id of the device's node; see GROUP-4. */
export const groupElementBodySchema = z
  .strictObject({ device_id: idTextSchema, group_id: idTextSchema })
  .meta({ id: 'GroupElementBody' });

/** GET /group/list: the caller's own; administrators can request those of another user. */
export const groupListQuerySchema = z
  .object({
    user_id: idTextSchema.optional().describe('the owner: by default the caller; another user for administrators only'),
  })
  .meta({ id: 'GroupListQuery' });

/** GET /group/list, by name. */
export const groupSchema = z
  .strictObject({ id: z.int(), name: z.string(), device_count: z.int() })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof groupSchema>;

/** GET /group/list/{id}/elements, by name. */
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

export const addedToGroupSchema = z
  .strictObject({ added: z.int(), skipped: z.int().describe('were in the group already') })
  .meta({ id: 'AddedToGroup' });
