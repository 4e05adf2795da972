import { type WhereItem, whereHttp } from '@belfry/schemas/http/places/where';
import { baseApi } from '../../lib/api/base-api.ts';
import { call } from '../../lib/api/call.ts';

export const whereApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What is found by a text, at a level, or what targets name. */
    where: build.query({ ...call(whereHttp.find), providesTags: ['Live', 'Company', 'Group', 'DeviceList'] }),
  }),
});

export const { useWhereQuery } = whereApi;

/** `Brightwater / North / Harbour Market`: the one name of a place and of a loudspeaker, with all that is above it. */
export const fullName = ({ path, name }: Pick<WhereItem, 'path' | 'name'>): string =>
  path === '' ? name : `${path} / ${name}`;

/** `Harbour Market / Entrance`: a loudspeaker is never shown without its place. */
export const shortName = ({ kind, path, name }: Pick<WhereItem, 'kind' | 'path' | 'name'>): string =>
  kind === 'loudspeaker' && path !== '' ? `${path.split(' / ').at(-1)} / ${name}` : name;
