import type { Device } from '@belfry/schemas/http/devices/devices';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { acceptNotFound, callFrom, reading } from '../../lib/api/call.ts';
import { readableDeviceSchema } from '../../lib/api/readable-devices.ts';

const LATEST = { status: 'offline', sort: '-last_seen', page: 1, page_size: 20 } as const;

/** 404 means that there are none; see DEV-19. */
const ownDevicesSchema: z.ZodType<Device[]> = z.preprocess(
  (answer) => (Array.isArray(answer) ? answer : []),
  z.array(readableDeviceSchema),
);

export const noticesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOfflineFleet: build.query<Device[], void>({
      ...reading(
        callFrom(devicesHttp.list, (_none: void) => LATEST),
        z.array(readableDeviceSchema),
      ),
      keepUnusedDataFor: 0,
    }),
    getOfflineOwn: build.query<Device[], void>({
      ...reading(
        callFrom(devicesHttp.listOwn, (_none: void) => LATEST, { validateStatus: acceptNotFound }),
        ownDevicesSchema,
      ),
      keepUnusedDataFor: 0,
    }),
  }),
});
