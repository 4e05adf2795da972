import { internalHttp } from '@belfry/schemas/http/service/internal';
import { provisionDevices } from './provision.ts';
import { serve } from '../../serve.ts';

const MAX_BODY_BYTES = 1_000_000;

export const internalRoutes = [
  serve(internalHttp.provision, { access: 'service', bodyLimit: MAX_BODY_BYTES }, ({ deps, body }) =>
    provisionDevices(deps, body),
  ),
];
