import { locationHttp } from '@belfry/schemas/http/lookups';
import { serveWith } from '../../http/routes/route.ts';
import type { LocationDeps } from './deps.ts';
import { locate } from './location.service.ts';

const serve = serveWith<LocationDeps>();

export const locationRoutes = [
  serve(locationHttp.locate, { access: 'public' }, ({ deps, ip, query, req }) =>
    locate(deps.findGeoLocation, { ip, acceptLanguage: req.headers['accept-language'], lang: query.lang }),
  ),
];
