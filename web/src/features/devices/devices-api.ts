import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import type { createdDeviceSchema, Device, editDeviceBodySchema } from '@belfry/schemas/http/devices/devices';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { z } from 'zod';
import type { DeviceFilters } from './list/device-filter-values.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import { baseApi } from '../../lib/api/base-api.ts';
import { acceptNotFound, call, callFrom, reading, unlessFailed, pageOf } from '../../lib/api/call.ts';
import type { Page } from '../../lib/paging.ts';
import { applyToDevice, liveFilters } from '../device-state/device-state-api.ts';
import { readableDeviceSchema, readableWallSchema } from '../../lib/api/readable-devices.ts';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import type { LiveMessage } from '../../lib/mqtt/message.ts';
import { wallHttp, type DeviceWall, type WallDevice } from '@belfry/schemas/http/devices/wall';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { isApiError } from '../../lib/api/api-error.ts';
import type { TFunction } from '../../lib/translation.ts';

type RareFilter = 'version' | 'seen' | 'tags' | 'company_id' | 'sort';
export type DevicePageQuery = Omit<DeviceFilters, RareFilter | 'page_size'> &
  Partial<Pick<DeviceFilters, RareFilter>> & { page: number; page_size: number };

type EditDevice = { device_id: number; serial: Serial; change: z.input<typeof editDeviceBodySchema> };
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
export const listQueryOf = ({ company_id, ...filters }: Partial<DevicePageQuery>) => ({
  ...setFilters(filters),
  ...(company_id && { company_id: Number(company_id) }),
});

/** 404 means that there are none; see DEV-19. */
const ownDevicesSchema = z.preprocess((answer) => (Array.isArray(answer) ? answer : []), z.array(readableDeviceSchema));

export const devicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDevicePage: build.query<Page<Device>, DevicePageQuery>({
      ...reading(callFrom(devicesHttp.list, listQueryOf), z.array(readableDeviceSchema)),
      transformResponse: pageOf<Device>,
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Page<Device>, DevicePageQuery>({
        filtersOf: ({ rows }) => rows.flatMap(liveFilters),
        apply: ({ rows }, message) => applyToDevice(deviceOf(rows, message), message),
      }),
    }),
    countDevices: build.query<number, void>({
      ...reading(
        callFrom(devicesHttp.list, () => ({ page: 1, page_size: 1 })),
        z.array(readableDeviceSchema),
      ),
      transformResponse: (devices: Device[], meta: FetchBaseQueryMeta | undefined) => pageOf(devices, meta).total,
      providesTags: ['Live', 'DeviceList'],
    }),
    getDeviceVersions: build.query({ ...call(devicesHttp.versions), providesTags: ['Live'] }),
    getDeviceTags: build.query({ ...call(devicesHttp.tags), providesTags: ['Live', 'DeviceList'] }),
    getOwnDevices: build.query<Device[], void>({
      ...reading(call(devicesHttp.listOwn, { validateStatus: acceptNotFound }), ownDevicesSchema),
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Device[], void>({
        filtersOf: (devices) => devices.flatMap(liveFilters),
        apply: (devices, message) => applyToDevice(deviceOf(devices, message), message),
      }),
    }),
    /** What needs somebody first. */
    getOwnDevicePage: build.query<Page<Device>, { q: string; page_size: number }>({
      ...reading(
        callFrom(
          devicesHttp.listOwn,
          (query: { q: string; page_size: number }) => ({ ...query, page: 1, sort: 'needs' as const }),
          {
            validateStatus: acceptNotFound,
          },
        ),
        ownDevicesSchema,
      ),
      transformResponse: pageOf<Device>,
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Page<Device>, unknown>({
        filtersOf: ({ rows }) => rows.flatMap(liveFilters),
        apply: ({ rows }, message) => applyToDevice(deviceOf(rows, message), message),
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
  useGetOwnDevicePageQuery,
  useCreateDeviceMutation,
  useEditDeviceMutation,
  useDeleteDeviceMutation,
} = devicesApi;

/** By serial number, so that a message finds its device without a search. */
export type Wall = { total: number; order: Serial[]; devices: Record<Serial, WallDevice> };
export type WallQuery = Omit<DeviceFilters, 'page_size' | 'sort'>;

/** Page size and order are no filters. */
export const wallQueryOf = ({ page_size: _size, sort: _sort, ...filters }: DeviceFilters): WallQuery => filters;

/** Above this number of devices one filter for all devices costs less than one for each. */
const SINGLE_FILTERS_MAX = 100;

const wallApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getWall: build.query<Wall, WallQuery>({
      ...reading(callFrom(wallHttp.wall, listQueryOf), readableWallSchema),
      transformResponse: ({ total, devices }: DeviceWall) => ({
        total,
        order: devices.map(({ serial }) => serial),
        devices: Object.fromEntries(devices.map((device) => [device.serial, device])),
      }),
      providesTags: ['Live', 'DeviceList'],
      ...liveEndpoint<Wall, WallQuery>({
        filtersOf: ({ order }) =>
          order.length > SINGLE_FILTERS_MAX ? [filters.allStatuses] : order.map(topics.status),
        apply: ({ devices }, message) => {
          if (message.kind !== 'status') return;
          const device = devices[message.serial];
          if (device) device.status = message.payload.status;
        },
      }),
    }),
  }),
});

export const { useGetWallQuery } = wallApi;

/** The status for the text of a load failure, or that there is no connection; see DEV-28. */
export const statusOf = (error: unknown, t: TFunction<'devices'>): string =>
  isApiError(error) && error.status > 0 ? String(error.status) : t('error.noConnection');

/** Why the list could not be loaded; a 403 has its own text. */
export const loadFailure = (error: unknown, t: TFunction<'devices'>): string =>
  isApiError(error) && error.status === 403 ? t('error.denied') : t('error.load', { status: statusOf(error, t) });
