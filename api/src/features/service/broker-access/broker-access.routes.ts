import { brokerAccessHttp } from '@belfry/schemas/http/service/internal';
import { type Route } from '../../../http/routes/route.ts';
import { authenticateClient, authenticateClients } from './broker-access.service.ts';
import { createDeviceLookup } from './device-lookup.ts';
import { serve } from '../../../serve.ts';
import type { Deps } from '../../../deps.ts';

/** The authentication hook, which the bundled broker calls for each CONNECT, for several in one call where it can. */
export function brokerAccessRoutes({ pool }: Pick<Deps, 'pool'>): Route[] {
  const lookup = createDeviceLookup(pool);
  return [
    serve(brokerAccessHttp.authenticate, { access: 'service' }, ({ deps, body }) =>
      authenticateClient(deps, lookup, body),
    ),
    serve(brokerAccessHttp.authenticateBatch, { access: 'service' }, async ({ deps, body }) => ({
      answers: await authenticateClients(deps, lookup, body.clients),
    })),
  ];
}
