import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { DEVICE_STATUSES, deviceModeSchema, deviceTypeSchema } from '../../domain/device.ts';
import { FILTER_TAGS_MAX, splitTags, tagSchema } from '../../domain/tags.ts';
import { optionalPageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';
import { deviceSchema, deviceInfoSchema } from './devices.ts';
import { serialSchema } from '../../domain/serial.ts';

/** `needs`: what needs somebody first, then by place and name. */
export const DEVICE_SORTS = [
  'serial',
  '-serial',
  'created_at',
  '-created_at',
  'last_seen',
  '-last_seen',
  'needs',
] as const;

/** The filter by the last message: devices seen longer ago than that, or never; see DEV-38. */
export const DEVICE_SEEN = ['all', '1h', '24h', '7d', 'never'] as const;

/** GET /devices/user/email: the whole list without `page`, otherwise one page and `X-Total-Count`; see HTTP-5. */
export const deviceListQuerySchema = z
  .object({
    ...optionalPageFields,
    // A page after the last one is empty, however far.
    page: z.coerce.number().int().min(1).optional(),
    type: z.union([z.literal('all'), deviceTypeSchema]).default('all'),
    status: z.enum(['all', ...DEVICE_STATUSES]).default('all'),
    mode: z
      .string()
      .toLowerCase()
      .pipe(z.union([z.literal('all'), deviceModeSchema]))
      .default('all'),
    version: z.string().trim().max(50).default('').describe('the device version, exactly; empty: any'),
    seen: z
      .enum(DEVICE_SEEN)
      .default('all')
      .describe(
        'when the device was last seen: `1h`, `24h` and `7d` match devices that were last seen longer ago than that, ' +
          '`never` those that were never seen, which the other values leave out',
      ),
    tags: z
      .string()
      .max(400)
      .default('')
      .describe('separated by commas: devices that have all of these tags')
      .transform(splitTags)
      .pipe(z.array(tagSchema).max(FILTER_TAGS_MAX)),
    q: z
      .string()
      .trim()
      .max(200)
      .default('')
      .describe('a part of serial, email, company id, name, note or host name, in any case'),
    sort: z.enum(DEVICE_SORTS).default('serial'),
  })
  .meta({ id: 'DeviceListQuery' });
export type DeviceListQuery = z.infer<typeof deviceListQuerySchema>;

export const fleetListQuerySchema = deviceListQuerySchema
  .extend({
    company_id: idTextSchema.optional().describe('of a node: devices that are bound to it or to any node below it'),
  })
  .meta({ id: 'FleetListQuery' });
export type FleetListQuery = z.infer<typeof fleetListQuerySchema>;

export const deviceVersionSchema = z
  .strictObject({ device_version: z.string(), devices: z.int().describe('that have it') })
  .meta({ id: 'DeviceVersion' });
export type DeviceVersion = z.infer<typeof deviceVersionSchema>;

export const deviceTagSchema = z
  .strictObject({ tag: z.string(), devices: z.int().describe('that have it') })
  .meta({ id: 'DeviceTag' });
export type DeviceTag = z.infer<typeof deviceTagSchema>;

/** GET /devices/user/email and /devices/user/wait: the caller's own; administrators can request those of another user; see DEV-19. */
export const ownedDevicesQuerySchema = deviceListQuerySchema
  .extend({ user_id: idTextSchema.optional() })
  .meta({ id: 'OwnedDevicesQuery' });

const waitingDevicesQuerySchema = ownedDevicesQuerySchema
  .extend({ unowned: z.stringbool().default(false).describe('also those of nobody; for administrators only') })
  .meta({ id: 'WaitingDevicesQuery' });

const totalHeader = { 'X-Total-Count': 'with paging: how many devices match' };

export const devicesHttp = {
  list: endpoint({
    method: 'get',
    path: '/devices/all',
    summary: 'Every device with its live state',
    description: 'Without `page` and `page_size` the whole list, else one page and `X-Total-Count`.',
    query: fleetListQuerySchema,
    answer: z.array(deviceSchema),
    headers: totalHeader,
  }),
  versions: endpoint({
    method: 'get',
    path: '/devices/versions',
    summary: 'The versions that devices have reported, the most frequent ones first: 100 at most',
    answer: z.array(deviceVersionSchema),
  }),
  tags: endpoint({
    method: 'get',
    path: '/devices/tags',
    summary: 'The tags of the devices that the caller may read, the most frequent ones first: 200 at most',
    answer: z.array(deviceTagSchema),
  }),
  listOwn: endpoint({
    method: 'get',
    path: '/devices/user/email',
    summary: 'The devices of the signed-in user',
    description: 'Administrators may name another owner by `user_id`.',
    query: ownedDevicesQuerySchema,
    answer: z.array(deviceSchema),
    headers: totalHeader,
    errors: ['forbidden', 'user_not_found'],
  }),
  listWaiting: endpoint({
    method: 'get',
    path: '/devices/user/wait',
    summary: 'The devices of the user that are bound to no node',
    description: 'Administrators may name another owner by `user_id`.',
    query: waitingDevicesQuerySchema,
    answer: z.array(deviceSchema),
    headers: totalHeader,
    errors: ['forbidden', 'user_not_found'],
  }),
  info: endpoint({
    method: 'get',
    path: '/devices/info/{device}',
    summary: 'One device by its id or serial, with its configuration',
    params: z.object({ device: z.union([serialSchema, idTextSchema]) }),
    answer: deviceInfoSchema,
    errors: ['device_not_found'],
  }),
};
