import { quotasHttp } from '@belfry/schemas/http/service/quotas';
import { serveWith } from '../../../http/routes/route.ts';
import { readQuotas } from './quotas.service.ts';
import type { Deps } from '../../../deps.ts';

const serve = serveWith<Pick<Deps, 'db'>>();

export const quotasRoutes = [serve(quotasHttp.read, { access: 'admin' }, ({ deps }) => readQuotas(deps.db))];
