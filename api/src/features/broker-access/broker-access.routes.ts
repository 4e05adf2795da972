import {
  brokerAuthAnswerSchema,
  brokerAuthBatchAnswerSchema,
  brokerAuthBatchRequestSchema,
  brokerAuthRequestSchema,
} from '@belfry/schemas/http/service/internal';
import { routeWith, type Route } from '../../http/routes/route.ts';
import type { BrokerAccessDeps } from './deps.ts';
import { authenticateClient, authenticateClients } from './broker-access.service.ts';
import { createDeviceLookup } from './device-lookup.ts';

const route = routeWith<BrokerAccessDeps>();

/** The authentication hook, which the broker calls for each CONNECT. Its shape is that of EMQX 5. The bundled broker asks about several at once. */
export function brokerAccessRoutes({ pool }: Pick<BrokerAccessDeps, 'pool'>): Route[] {
  const lookup = createDeviceLookup(pool);
  return [
    route(
      {
        method: 'post',
        path: '/broker/authenticate',
        summary: 'Authenticate a client of the broker and return its access list',
        access: 'service',
        body: brokerAuthRequestSchema,
        answer: brokerAuthAnswerSchema,
      },
      ({ deps, body }) => authenticateClient(deps, lookup, body),
    ),
    route(
      {
        method: 'post',
        path: '/broker/authenticate-batch',
        summary: 'Authenticate several clients of the broker at once',
        access: 'service',
        body: brokerAuthBatchRequestSchema,
        answer: brokerAuthBatchAnswerSchema,
      },
      async ({ deps, body }) => ({ answers: await authenticateClients(deps, lookup, body.clients) }),
    ),
  ];
}
