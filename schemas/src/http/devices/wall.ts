import { z } from 'zod';
import { deviceModeSchema, deviceStatusSchema } from '../../domain/device.ts';
import { serialSchema } from '../../domain/serial.ts';
import { endpoint } from '../endpoint.ts';
import { fleetListQuerySchema } from './lists.ts';

/** Devices of a wall: as many as fit on one screen. */
export const WALL_DEVICES_MAX = 1_000;

export const wallQuerySchema = fleetListQuerySchema
  .omit({ page: true, page_size: true, sort: true })
  .meta({ id: 'DeviceWallQuery' });

export const wallDeviceSchema = z
  .strictObject({
    device_id: z.int(),
    serial: serialSchema,
    status: deviceStatusSchema,
    device_mode: deviceModeSchema,
    name: z.string().nullable().describe('what its node is called, else its note, else its host name'),
  })
  .meta({ id: 'WallDevice' });
export type WallDevice = z.infer<typeof wallDeviceSchema>;

export const deviceWallSchema = z
  .strictObject({
    total: z.int().describe('how many devices match'),
    devices: z.array(wallDeviceSchema).max(WALL_DEVICES_MAX).describe('the first ones by serial number'),
  })
  .meta({ id: 'DeviceWall' });
export type DeviceWall = z.infer<typeof deviceWallSchema>;

export const wallHttp = {
  wall: endpoint({
    method: 'get',
    path: '/devices/wall',
    summary: 'The state of up to 1,000 devices that match the filters, and how many match',
    query: wallQuerySchema,
    answer: deviceWallSchema,
    errors: ['rate_limited'],
  }),
};
