import { devicesAdminHttp } from '@belfry/schemas/http/devices/admin';
import type { createdDeviceSchema, Device, editDeviceBodySchema } from '@belfry/schemas/http/devices/devices';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { z } from 'zod';
import type { DeviceFilters } from './filters/device-filter-values.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, reading, unlessFailed, pageOf, acceptNotFound } from '../../lib/api/call.ts';
import type { Page } from '../../lib/paging.ts';
import { applyToDevice, liveFilters } from '../device-state/device-state-api.ts';
import { readableDeviceSchema } from '../../lib/api/readable-devices.ts';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import type { LiveMessage } from '../../lib/mqtt/message.ts';

type RareFilter = 'version' | 'seen' | 'tags' | 'company_id' | 'sort';
export type DevicePageQuery = Omit<DeviceFilters, RareFilter> &
  Partial<Pick<DeviceFilters, RareFilter>> & { page: number };

export type EditDevice = { device_id: number; serial: Serial; change: z.input<typeof editDeviceBodySchema> };
export type CreatedDevice = z.infer<typeof createdDeviceSchema>;

const deviceOf = (devices: Device[], message: LiveMessage): Device | undefined =>
  'serial' in message ? devices.find(({ serial }) => serial === message.serial) : undefined;

type NoCompany = Omit<Partial<DevicePageQuery>, 'company_id'>;
const setFilters = ({ version, seen, tags, sort, ...query }: NoCompany) => ({
  ...query,
  ...(version && { version }),
  ...(seen && seen !== 'all' && { seen }),
  ...(tags && { tags }),
  ...(sort && sort !== 'serial' && { sort }),
});
/** Filters that are not set are left out. */
export const parametersOf = ({ company_id, ...filters }: Partial<DevicePageQuery>) => ({
  ...setFilters(filters),
  ...(company_id && { company_id }),
});
/** The same for a query of the contract. */
export const listQueryOf = ({ company_id, ...filters }: Partial<DevicePageQuery>) => ({
  ...setFilters(filters),
  ...(company_id && { company_id: Number(company_id) }),
});

/** 404 means that there are none; see DEV-19. */
const ownDevicesSchema = z.preprocess((answer) => (Array.isArray(answer) ? answer : []), z.array(readableDeviceSchema));

export const devicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** One page, live. */
    getDevicePage: build.query<Page<Device>, DevicePageQuery>({
      ...reading(callFrom(devicesHttp.list, listQueryOf), z.array(readableDeviceSchema)),
      transformResponse: pageOf<Device>,
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Page<Device>, DevicePageQuery>({
        filtersOf: ({ rows }) => rows.flatMap(liveFilters),
        apply: ({ rows }, message) => applyToDevice(deviceOf(rows, message), message),
      }),
    }),
    /** The number of all devices, without filters. */
    countDevices: build.query<number, void>({
      ...reading(
        callFrom(devicesHttp.list, () => ({ page: 1, page_size: 1 })),
        z.array(readableDeviceSchema),
      ),
      transformResponse: (devices: Device[], meta: FetchBaseQueryMeta | undefined) => pageOf(devices, meta).total,
      providesTags: ['Live', 'DeviceList'],
    }),
    /** The versions that devices have reported. */
    getDeviceVersions: build.query({ ...call(devicesHttp.versions), providesTags: ['Live'] }),
    /** The tags of the devices that the user sees. */
    getDeviceTags: build.query({ ...call(devicesHttp.tags), providesTags: ['Live', 'DeviceList'] }),
    /** The user's own devices, live. */
    getOwnDevices: build.query<Device[], void>({
      ...reading(call(devicesHttp.listOwn, { validateStatus: acceptNotFound }), ownDevicesSchema),
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Device[], void>({
        filtersOf: (devices) => devices.flatMap(liveFilters),
        apply: (devices, message) => applyToDevice(deviceOf(devices, message), message),
      }),
    }),
    /** Only this answer contains the device key. */
    createDevice: build.mutation({
      ...call(devicesAdminHttp.create),
      invalidatesTags: (created) => (created ? ['DeviceList'] : []),
    }),
    /** Absent fields do not change. */
    editDevice: build.mutation({
      ...reading(
        callFrom(devicesAdminHttp.edit, ({ device_id, change }: EditDevice) => ({ device_id, ...change })),
        readableDeviceSchema,
      ),
      invalidatesTags: (edited, _error, { serial }) => (edited ? ['DeviceList', { type: 'Device', id: serial }] : []),
    }),
    /** Only in mode no. */
    deleteDevice: build.mutation({
      ...callFrom(devicesAdminHttp.remove, (device_id: number) => ({ device_id })),
      invalidatesTags: unlessFailed('DeviceList'),
    }),
  }),
});

export const {
  useGetDevicePageQuery,
  useCountDevicesQuery,
  useGetDeviceVersionsQuery,
  useGetDeviceTagsQuery,
  useGetOwnDevicesQuery,
  useCreateDeviceMutation,
  useEditDeviceMutation,
  useDeleteDeviceMutation,
} = devicesApi;
