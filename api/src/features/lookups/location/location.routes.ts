import { locationHttp } from '@belfry/schemas/http/lookups';
import { locate } from './location.service.ts';
import { serve } from '../../../serve.ts';

export const locationRoutes = [
  serve(locationHttp.locate, { access: 'public' }, ({ deps, ip, query, req }) =>
    locate(deps.findGeoLocation, { ip, acceptLanguage: req.headers['accept-language'], lang: query.lang }),
  ),
];
