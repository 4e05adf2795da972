import { FLOOR_PLAN_TYPES, floorPlansHttp } from '@belfry/schemas/http/map/floor-plans';
import { mapHttp } from '@belfry/schemas/http/map/map';
import { realtimeHttp } from '@belfry/schemas/http/service/realtime';
import type { Answer } from '@belfry/schemas/http/endpoint';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, reading } from '../../lib/api/call.ts';

type Realtime = Answer<typeof realtimeHttp.socket>;
export type Tiles = NonNullable<Realtime['tiles']>;

/** Where a plan is shown; the hash makes another image another address. */
type PlanImage = { company_id: number; sha256: string };

/** The key is sent by this page only, so that an image element cannot load it by itself. */
async function asAddress(response: Response): Promise<unknown> {
  return response.ok ? URL.createObjectURL(await response.blob()) : ((await response.json()) as unknown);
}

const IMAGE_TYPES: ReadonlySet<string> = new Set(Object.values(FLOOR_PLAN_TYPES));

const mapApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMap: build.query({
      ...call(mapHttp.map),
      providesTags: ['Live', 'Company', 'Alarm', 'DeviceList'],
    }),
    /** What the installation draws maps on; null for outlines of countries. */
    getMapTiles: build.query<Tiles | null, void>({
      query: call(realtimeHttp.socket).query,
      transformResponse: ({ tiles }: Realtime) => tiles,
    }),
    getFloorPlan: build.query({
      ...callFrom(floorPlansHttp.read, (company_id: number) => ({ company_id })),
      providesTags: (_plan, _error, id) => ['Live', 'Alarm', { type: 'Company', id }],
    }),
    /** An address of this page for the image, until nothing shows it any more. */
    getFloorPlanImage: build.query<string, PlanImage>({
      ...reading(
        callFrom(floorPlansHttp.image, ({ company_id }: PlanImage) => ({ company_id }), { responseHandler: asAddress }),
        z.string(),
      ),
      async onCacheEntryAdded(_image, { cacheDataLoaded, cacheEntryRemoved }) {
        const loaded = await cacheDataLoaded.catch(() => null);
        await cacheEntryRemoved;
        if (loaded) URL.revokeObjectURL(loaded.data);
      },
    }),
    uploadFloorPlan: build.mutation({
      query: ({ company_id, file }: { company_id: number; file: File }) => {
        const headers = { 'Content-Type': IMAGE_TYPES.has(file.type) ? file.type : 'application/octet-stream' };
        const input = { company_id, body: file };
        return call(floorPlansHttp.upload, { headers }).query(input);
      },
      invalidatesTags: (_plan, error) => (error ? [] : ['Company']),
    }),
    removeFloorPlan: build.mutation({
      ...callFrom(floorPlansHttp.remove, (company_id: number) => ({ company_id })),
      invalidatesTags: ['Company'],
    }),
    placeDevices: build.mutation({
      ...call(floorPlansHttp.place),
      // Refetched after an error too: somebody may have changed the list.
      invalidatesTags: (_plan, _error, { company_id }) => [{ type: 'Company', id: company_id }],
    }),
  }),
});

export const {
  useGetMapQuery,
  useGetMapTilesQuery,
  useGetFloorPlanQuery,
  useGetFloorPlanImageQuery,
  useUploadFloorPlanMutation,
  useRemoveFloorPlanMutation,
  usePlaceDevicesMutation,
} = mapApi;
