import type { DeviceStatus, DeviceType } from '@belfry/schemas/domain/device';
import {
  companyInfoSchema,
  companyNodeSchema,
  type CompanyInfo,
  type CompanyNode,
} from '@belfry/schemas/http/companies/companies';
import { deviceInfoSchema, deviceSchema, type Device, type DeviceInfo } from '@belfry/schemas/http/devices/devices';
import { deviceWallSchema, wallDeviceSchema, type DeviceWall } from '@belfry/schemas/http/devices/wall';
import { z } from 'zod';

/** A type that the console does not know is kept: it is shown with a warning icon; see DEV-4. */
const anyTypeSchema = z.custom<DeviceType>((type) => typeof type === 'string');

/** So is a status, which is shown as a grey Unknown; see DEV-3. */
const anyStatusSchema = z.custom<DeviceStatus>((status) => typeof status === 'string');
const anyDevice = { device_type: anyTypeSchema, status: anyStatusSchema };

export const readableDeviceSchema: z.ZodType<Device> = deviceSchema.extend(anyDevice);
export const readableDeviceInfoSchema: z.ZodType<DeviceInfo> = deviceInfoSchema.extend(anyDevice);
export const readableWallSchema: z.ZodType<DeviceWall> = deviceWallSchema.extend({
  devices: z.array(wallDeviceSchema.extend({ status: anyStatusSchema })),
});
export const readableNodeSchema: z.ZodType<CompanyNode> = companyNodeSchema.extend({
  device_type: anyTypeSchema.nullable(),
  status: anyStatusSchema.nullable(),
});
export const readableNodeInfoSchema: z.ZodType<CompanyInfo> = companyInfoSchema.extend({
  device_type: anyTypeSchema.nullable(),
});
