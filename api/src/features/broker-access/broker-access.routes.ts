import { brokerAuthAnswerSchema, brokerAuthRequestSchema } from '@belfry/schemas/http/internal';
import { routeWith, type Route } from '../../http/route.ts';
import type { BrokerAccessDeps } from './deps.ts';
import { authenticateClient } from './broker-access.service.ts';
import { createDeviceLookup } from './lookup.ts';

const route = routeWith<BrokerAccessDeps>();

/** The hook that the broker calls at each CONNECT: the shape of the HTTP authentication of the big brokers (EMQX 5). */
export function brokerAccessRoutes({ pool }: Pick<BrokerAccessDeps, 'pool'>): Route[] {
  const lookup = createDeviceLookup(pool);
  return [
    route(
      {
        method: 'post',
        path: '/broker/authenticate',
        summary: 'Who connects to the broker, and what they may touch there',
        access: 'service',
        body: brokerAuthRequestSchema,
        answer: brokerAuthAnswerSchema,
      },
      ({ deps, body }) => authenticateClient(deps, lookup, body),
    ),
  ];
}
