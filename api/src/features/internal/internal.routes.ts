import { internalHttp } from '@belfry/schemas/http/service/internal';
import { serveWith } from '../../http/routes/route.ts';
import type { InternalDeps } from './deps.ts';
import { provisionDevices } from './provision.ts';

const serve = serveWith<InternalDeps>();

const MAX_BODY_BYTES = 1_000_000;

export const internalRoutes = [
  serve(internalHttp.provision, { access: 'service', bodyLimit: MAX_BODY_BYTES }, ({ deps, body }) =>
    provisionDevices(deps, body),
  ),
];
