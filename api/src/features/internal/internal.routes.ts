import { provisionAnswerSchema, provisionBodySchema } from '@belfry/schemas/http/service/internal';
import { routeWith } from '../../http/routes/route.ts';
import type { InternalDeps } from './deps.ts';
import { provisionDevices } from './provision.ts';

const route = routeWith<InternalDeps>();

const MAX_BODY_BYTES = 1_000_000;

export const internalRoutes = [
  route(
    {
      method: 'post',
      path: '/devices/provision',
      summary: 'Provision devices; existing ones do not change unless `reset`',
      access: 'service',
      body: provisionBodySchema,
      bodyLimit: MAX_BODY_BYTES,
      answer: provisionAnswerSchema,
    },
    ({ deps, body }) => provisionDevices(deps, body),
  ),
];
