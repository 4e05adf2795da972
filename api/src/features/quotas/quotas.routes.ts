import { quotasHttp } from '@belfry/schemas/http/service/quotas';
import type { CoreDeps } from '../../deps.ts';
import { serveWith } from '../../http/routes/route.ts';
import { readQuotas } from './quotas.service.ts';

const serve = serveWith<Pick<CoreDeps, 'db'>>();

export const quotasRoutes = [serve(quotasHttp.read, { access: 'admin' }, ({ deps }) => readQuotas(deps.db))];
