import { clientLocationSchema, lookupQuerySchema } from '@belfry/schemas/http/lookups';
import { routeWith } from '../../http/routes/route.ts';
import type { LocationDeps } from './deps.ts';
import { locate } from './location.service.ts';

const route = routeWith<LocationDeps>();

export const locationRoutes = [
  route(
    {
      method: 'get',
      path: '/auth/user/ip',
      summary: 'The probable location of the caller, by address and browser',
      description: 'Without GEOIP_DB, only the address and the language are returned.',
      access: 'public',
      query: lookupQuerySchema,
      answer: clientLocationSchema,
    },
    ({ deps, ip, query, req }) =>
      locate(deps.findGeoLocation, { ip, acceptLanguage: req.headers['accept-language'], lang: query.lang }),
  ),
];
