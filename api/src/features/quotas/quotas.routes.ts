import { quotasSchema } from '@belfry/schemas/http/service/quotas';
import type { CoreDeps } from '../../deps.ts';
import { routeWith } from '../../http/routes/route.ts';
import { readQuotas } from './quotas.service.ts';

const route = routeWith<Pick<CoreDeps, 'db'>>();

export const quotasRoutes = [
  route(
    {
      method: 'get',
      path: '/admin/quotas',
      summary: 'What the installation has of each kind, and how much it may have',
      description: 'As counted within the last minute.',
      access: 'admin',
      answer: quotasSchema,
    },
    ({ deps }) => readQuotas(deps.db),
  ),
];
