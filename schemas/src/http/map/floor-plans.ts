import { z } from 'zod';
import { deviceStatusSchema } from '../../domain/device.ts';
import { sha256Schema } from '../../domain/firmware.ts';
import { serialSchema } from '../../domain/serial.ts';
import { endpoint } from '../endpoint.ts';
import { companyParamsSchema } from '../companies/companies.ts';

/** Floor plans of nodes, with devices placed on them; see docs/product/map.md. */

const MB = 1024 * 1024;
export const FLOOR_PLAN_MAX_BYTES = 5 * MB;
export const FLOOR_PLAN_MAX_PIXELS = 40_000_000;
/** Of the longer side, in pixels: what the formats permit. */
export const FLOOR_PLAN_SIDE_MAX = 65_535;
export const PLACEMENTS_MAX = 500;

export const FLOOR_PLAN_TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
export const floorPlanFormatSchema = z.enum(['png', 'jpeg', 'webp']).meta({ id: 'FloorPlanFormat' });
export type FloorPlanFormat = z.infer<typeof floorPlanFormatSchema>;

const fraction = z.number().min(0).max(1);
const place = {
  serial: serialSchema,
  x: fraction.describe('from the left edge, as a fraction of the width'),
  y: fraction.describe('from the upper edge, as a fraction of the height'),
};

export const floorPlanImageSchema = z
  .strictObject({
    sha256: sha256Schema,
    format: floorPlanFormatSchema,
    width: z.int().min(1).max(FLOOR_PLAN_SIDE_MAX).describe('pixels'),
    height: z.int().min(1).max(FLOOR_PLAN_SIDE_MAX).describe('pixels'),
    bytes: z.int().min(1).max(FLOOR_PLAN_MAX_BYTES),
  })
  .meta({ id: 'FloorPlanImage' });
export type FloorPlanImage = z.infer<typeof floorPlanImageSchema>;

export const placedDeviceSchema = z
  .strictObject({
    ...place,
    company_id: z.int().describe('the node of the device'),
    name: z.string().describe('of that node'),
    status: deviceStatusSchema,
    has_alarm: z.boolean().describe('whether it has an open alarm'),
  })
  .meta({ id: 'PlacedDevice' });
export type PlacedDevice = z.infer<typeof placedDeviceSchema>;

export const floorPlanSchema = z
  .strictObject({
    company_id: z.int(),
    image: floorPlanImageSchema.nullable().describe('null: the node has no floor plan'),
    revision: z.int().describe('of the list of devices'),
    devices: z.array(placedDeviceSchema).max(PLACEMENTS_MAX).describe('in the order of their names'),
  })
  .meta({ id: 'FloorPlan' });
export type FloorPlan = z.infer<typeof floorPlanSchema>;

export const placeDevicesBodySchema = z
  .strictObject({
    revision: z.int().min(0).describe('of the list that was changed'),
    devices: z
      .array(z.strictObject(place))
      .max(PLACEMENTS_MAX)
      .refine(
        (devices) => new Set(devices.map(({ serial }) => serial)).size === devices.length,
        'A device is placed once',
      ),
  })
  .meta({ id: 'PlaceDevicesBody' });
export type PlaceDevicesBody = z.output<typeof placeDevicesBodySchema>;

export const floorPlansHttp = {
  read: endpoint({
    method: 'get',
    path: '/companies/{company_id}/plan',
    summary: 'The floor plan of a node, and the devices that are placed on it',
    params: companyParamsSchema,
    answer: floorPlanSchema,
    errors: ['not_found'],
  }),
  image: endpoint({
    method: 'get',
    path: '/companies/{company_id}/plan/image',
    summary: 'The image of the floor plan of a node',
    params: companyParamsSchema,
    answer: z.file().mime(Object.values(FLOOR_PLAN_TYPES)),
    errors: ['not_found', 'rate_limited', 'files_unavailable'],
  }),
  upload: endpoint({
    method: 'put',
    path: '/companies/{company_id}/plan',
    summary: 'Give a node a floor plan, or replace it; the devices stay where they are',
    description:
      'The body is the image: PNG, JPEG or WebP, 5 MB and 40 megapixels at most. What it is is read from its first bytes; a `Content-Type` of another image is refused.',
    params: companyParamsSchema,
    upload: z.file(),
    answer: floorPlanSchema,
    errors: ['not_found', 'forbidden', 'payload_too_large', 'unprocessable', 'rate_limited', 'files_unavailable'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/companies/{company_id}/plan',
    summary: 'Remove the floor plan of a node with the places of devices on it',
    params: companyParamsSchema,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
  place: endpoint({
    method: 'put',
    path: '/companies/{company_id}/plan/devices',
    summary: 'Replace the places of devices on the floor plan of a node',
    description:
      'Devices at the node and below it can be placed. Where somebody else has changed the list since, it is refused.',
    params: companyParamsSchema,
    body: placeDevicesBodySchema,
    answer: floorPlanSchema,
    errors: ['not_found', 'forbidden', 'conflict', 'edit_conflict', 'unprocessable'],
  }),
};
