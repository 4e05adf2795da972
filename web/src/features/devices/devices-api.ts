import { z } from 'zod';
import type {
  createDeviceBodySchema,
  createdDeviceSchema,
  Device,
  editDeviceBodySchema,
} from '@belfry/schemas/http/devices/devices';
import {
  deviceTagSchema,
  deviceVersionSchema,
  type DeviceTag,
  type DeviceVersion,
} from '@belfry/schemas/http/devices/lists';
import type { DeviceFilters } from './filters/device-filter-values.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import { baseApi } from '../../api/base/base-api.ts';
import { acceptNotFound } from '../../api/base/accept-not-found.ts';
import { lenient } from '../../api/base/lenient.ts';
import { pageOf } from '../../api/base/page-of.ts';
import type { Page } from '../../lib/paging/page.ts';
import { applyToDevice, liveFilters } from '../../api/devices/device-live.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import type { LiveMessage } from '../../mqtt/message.ts';

type RareFilter = 'version' | 'seen' | 'tags' | 'company_id' | 'sort';
export type DevicePageQuery = Omit<DeviceFilters, RareFilter> &
  Partial<Pick<DeviceFilters, RareFilter>> & { page: number };

export type CreateDevice = z.input<typeof createDeviceBodySchema>;
export type EditDevice = { device_id: number; serial: Serial; change: z.input<typeof editDeviceBodySchema> };
export type CreatedDevice = z.infer<typeof createdDeviceSchema>;

const deviceOf = (devices: Device[], message: LiveMessage): Device | undefined =>
  'serial' in message ? devices.find(({ serial }) => serial === message.serial) : undefined;

/** Filters that are not set are left out. */
export const parametersOf = ({ version, seen, tags, company_id, sort, ...query }: Partial<DevicePageQuery>) => ({
  ...query,
  ...(version && { version }),
  ...(seen && seen !== 'all' && { seen }),
  ...(tags && { tags }),
  ...(company_id && { company_id }),
  ...(sort && sort !== 'serial' && { sort }),
});

export const devicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /devices/all: one page, live. */
    getDevicePage: build.query<Page<Device>, DevicePageQuery>({
      query: (query) => ({ url: '/devices/all', params: parametersOf(query) }),
      transformResponse: pageOf<Device>,
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Page<Device>, DevicePageQuery>({
        filtersOf: ({ rows }) => rows.flatMap(liveFilters),
        apply: ({ rows }, message) => applyToDevice(deviceOf(rows, message), message),
      }),
    }),
    /** The number of all devices, without filters. */
    countDevices: build.query<number, void>({
      query: () => ({ url: '/devices/all', params: { page: 1, page_size: 1 } }),
      transformResponse: (devices: Device[], meta) => pageOf(devices, meta).total,
      providesTags: ['Live', 'DeviceList'],
    }),
    /** GET /devices/versions: the versions that devices have reported. */
    getDeviceVersions: build.query<DeviceVersion[], void>({
      query: () => '/devices/versions',
      rawResponseSchema: lenient(z.array(deviceVersionSchema)),
      providesTags: ['Live'],
    }),
    /** GET /devices/tags: the tags of the devices that the user sees. */
    getDeviceTags: build.query<DeviceTag[], void>({
      query: () => '/devices/tags',
      rawResponseSchema: lenient(z.array(deviceTagSchema)),
      providesTags: ['Live', 'DeviceList'],
    }),
    /** GET /devices/user/email: the user's own devices, live; 404 means none; see DEV-19. */
    getOwnDevices: build.query<Device[], void>({
      query: () => ({ url: '/devices/user/email', validateStatus: acceptNotFound }),
      transformResponse: (answer: Device[] | { error: string }) => (Array.isArray(answer) ? answer : []),
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Device[], void>({
        filtersOf: (devices) => devices.flatMap(liveFilters),
        apply: (devices, message) => applyToDevice(deviceOf(devices, message), message),
      }),
    }),
    /** POST /devices/create: only this answer contains the device key. */
    createDevice: build.mutation<CreatedDevice, CreateDevice>({
      query: (body) => ({ url: '/devices/create', method: 'POST', body }),
      invalidatesTags: (created) => (created ? ['DeviceList'] : []),
    }),
    /** PUT /devices/edit/{device_id}: absent fields do not change. */
    editDevice: build.mutation<Device, EditDevice>({
      query: ({ device_id, change }) => ({ url: `/devices/edit/${device_id}`, method: 'PUT', body: change }),
      invalidatesTags: (edited, _error, { serial }) => (edited ? ['DeviceList', { type: 'Device', id: serial }] : []),
    }),
    /** DELETE /devices/delete/{device_id}: only in mode no. */
    deleteDevice: build.mutation<unknown, number>({
      query: (device_id) => ({ url: `/devices/delete/${device_id}`, method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['DeviceList']),
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
