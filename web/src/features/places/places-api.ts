import { isPlaying, PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import { type PlacePage, type PlacesQuery, placesHttp, type Speaker } from '@belfry/schemas/http/places/places';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { baseApi } from '../../lib/api/base-api.ts';
import { callFrom, callPage } from '../../lib/api/call.ts';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';
import type { LiveMessage } from '../../lib/mqtt/message.ts';

const placesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listPlaces: build.query({
      ...callPage(placesHttp.list, (query: Partial<PlacesQuery>) => query),
      providesTags: ['Live', 'Company', 'DeviceList'],
    }),
    /** How a place is; of the loudspeakers that it names it is live. */
    getPlace: build.query<PlacePage, number>({
      ...callFrom(placesHttp.read, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Company', 'DeviceList', 'Announcement', 'Schedule'],
      ...liveEndpoint<PlacePage, number>({
        filtersOf: ({ speakers }) =>
          speakers.flatMap(({ serial }) => [topics.status(serial), filters.playersOfDevice(serial)]),
        apply: applyToPlace,
      }),
    }),
  }),
});

export const { useListPlacesQuery, useGetPlaceQuery, useLazyGetPlaceQuery } = placesApi;

/** Of what begins, until the place is fetched with it. */
const NOT_KNOWN_YET: Speaker['says'] = { title: null, untyped: null };

/** The counts follow from what changes in the loudspeakers that are shown. */
export function applyToPlace(place: PlacePage, message: LiveMessage): void {
  if (message.kind !== 'status' && message.kind !== 'player') return;
  const speaker = place.speakers.find(({ serial }) => serial === message.serial);
  if (!speaker) return;
  const [wasOnline, played, spoke] = [
    speaker.status === 'online',
    speaker.channel !== null,
    speaker.channel === 'voice',
  ];
  if (message.kind === 'player') applyPlayer(speaker, message);
  else if (speaker.status !== message.payload.status) {
    speaker.status = message.payload.status;
    speaker.since = new Date(message.receivedAt).toISOString();
    if (speaker.status !== 'online') speaker.channel = null;
  }
  if (spoke && speaker.channel !== 'voice') speaker.says = null;
  if (!spoke && speaker.channel === 'voice') speaker.says ??= NOT_KNOWN_YET;
  place.online += Number(speaker.status === 'online') - Number(wasOnline);
  place.playing += Number(speaker.channel !== null) - Number(played);
}

function applyPlayer(speaker: Speaker, { channel, payload }: Extract<LiveMessage, { kind: 'player' }>): void {
  const rank = (name: Speaker['channel']): number => (name === null ? Infinity : PLAYER_CHANNELS.indexOf(name));
  if (isPlaying(payload.state) && rank(channel) <= rank(speaker.channel)) {
    speaker.channel = channel;
    speaker.track = payload.current_track ?? null;
    speaker.volume = payload.volume;
  } else if (speaker.channel === channel) {
    if (!isPlaying(payload.state)) speaker.channel = null;
    speaker.volume = payload.volume;
  }
}
