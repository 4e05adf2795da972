import { brokerAuthAnswerSchema, brokerAuthRequestSchema } from '@belfry/schemas/http/internal';
import type { Deps } from '../../deps.ts';
import { route, type Route } from '../../http/route.ts';
import { authenticateClient } from './broker-access.service.ts';
import { createDeviceLookup } from './lookup.ts';

/** The hook that the broker calls at each CONNECT: the shape of the HTTP authentication of the big brokers (EMQX 5). */
export function brokerAccessRoutes({ pool }: Pick<Deps, 'pool'>): Route[] {
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
