import { healthHttp } from '@belfry/schemas/http/service/health';
import { Reply } from '../../../http/routes/route.ts';
import { BELFRY_VERSION } from '../../../version.ts';
import { checkReadiness } from './readiness.ts';
import { serve } from '../../../serve.ts';

export const healthRoutes = [
  serve(healthHttp.live, { access: 'public' }, () => ({ status: 'ok' as const, version: BELFRY_VERSION })),
  serve(healthHttp.ready, { access: 'public' }, async ({ deps }) => {
    const readiness = await checkReadiness(deps);
    return Reply.of(readiness, { status: readiness.status === 'ok' ? 200 : 503 });
  }),
];
