import type { Draft } from '@reduxjs/toolkit';
import type { LiveMessage } from './message.ts';
import type { Stream } from './stream.ts';

/** The extra argument of thunks, which every endpoint gets. */
export type LiveExtra = { stream: Stream };

/** Unused entries are removed soon, because every cached entry has subscriptions. */
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
 * `filtersOf` is called after every fetch; only these filters are subscribed, and only while the entry is in use.
 * `apply` mutates the draft and must be idempotent: after a fetch, the messages of
 * the last seconds are applied again. It is called once per message; all messages of a frame are one dispatch.
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
