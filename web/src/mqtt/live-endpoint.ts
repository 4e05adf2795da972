import type { Draft } from '@reduxjs/toolkit';
import type { LiveMessage } from './message.ts';
import type { Stream } from './stream.ts';

/** What the store gives every thunk, and so every endpoint. */
export type LiveExtra = { stream: Stream };

/** Unused entries go soon, because a cached entry is a subscribed one. */
const KEEP_UNUSED_S = 5;

type CacheApi<Data> = {
  cacheDataLoaded: Promise<{ data: Data }>;
  cacheEntryRemoved: Promise<void>;
  getCacheEntry(): { data?: Data; requestId?: string; status: string };
  updateCachedData(recipe: (draft: Draft<Data>) => void): unknown;
  extra: unknown;
};

/**
 * Makes a query live. Spread it into the endpoint, once per feature, and give the endpoint the tag `Live`:
 *
 *     getDevices: build.query<DevicePage, DeviceListQuery>({
 *       query: …, providesTags: ['Live', 'DeviceList'],
 *       ...liveEndpoint<DevicePage, DeviceListQuery>({
 *         filtersOf: (page) => page.devices.map((device) => topics.status(device.serial)),
 *         apply: (page, message) => { … change the draft … },
 *       }),
 *     })
 *
 * `filtersOf` is asked after every fetch; only these topics are subscribed, and only while the entry is in use.
 * `apply` changes the draft in place and must bear a message that it has seen before: after a fetch, what came in
 * the last seconds is applied again. It runs once per message, all of a frame's messages within one dispatch.
 */
export function liveEndpoint<Data extends object, Arg>(live: {
  filtersOf(data: Data, arg: Arg): readonly string[];
  apply(draft: Draft<Data>, message: LiveMessage, arg: Arg): void;
}) {
  return {
    keepUnusedDataFor: KEEP_UNUSED_S,
    async onCacheEntryAdded(arg: Arg, api: CacheApi<Data>): Promise<void> {
      const { stream } = api.extra as LiveExtra;
      const loaded = await api.cacheDataLoaded.catch(() => null);
      if (!loaded) return;
      const detach = stream.attach({
        filters: () => live.filtersOf(api.getCacheEntry().data ?? loaded.data, arg),
        // While a fetch is pending its id is in the entry already, and its answer still has to come.
        fetchedBy: () => {
          const { requestId, status } = api.getCacheEntry();
          return status === 'fulfilled' ? requestId : undefined;
        },
        patch: (messages) =>
          api.updateCachedData((draft) => {
            for (const message of messages) live.apply(draft, message, arg);
          }),
      });
      await api.cacheEntryRemoved;
      detach();
    },
  };
}
