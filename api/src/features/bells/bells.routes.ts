import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { Reply } from '../../http/routes/route.ts';
import { canPlanNode, canReadSchedule, canSilenceNode, speechTargets } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { ring } from '../announcements/index.ts';
import { findPermittedCompany } from '../companies/index.ts';
import { changeWeek, copyBells, paint, silence, skipBell } from './bells.service.ts';
import { readBells } from './read-bells.ts';

const PLANNING = { access: 'signed-in', policy: canPlanNode, audit: 'service' } as const;

export const bellsRoutes = [
  serve(
    bellsHttp.read,
    { access: 'signed-in', policy: canReadSchedule },
    async ({ deps, user, policy, params, query }) => {
      await findPermittedCompany(deps.db, user, params.company_id, policy);
      return readBells(deps.db, params.company_id, query);
    },
  ),
  serve(bellsHttp.week, PLANNING, ({ deps, user, ip, policy, params, body }) =>
    changeWeek(deps, { companyId: params.company_id, actor: { user, ip }, policy }, body.week),
  ),
  serve(bellsHttp.paint, PLANNING, ({ deps, user, ip, policy, params, body }) =>
    paint(deps, { companyId: params.company_id, actor: { user, ip }, policy }, body),
  ),
  serve(bellsHttp.copy, PLANNING, ({ deps, user, ip, policy, params, body }) =>
    copyBells(deps, { companyId: params.company_id, actor: { user, ip }, policy }, body.from_company_id),
  ),
  serve(bellsHttp.skip, PLANNING, ({ deps, user, ip, policy, params, body }) =>
    skipBell(deps, { companyId: params.company_id, actor: { user, ip }, policy }, body),
  ),
  serve(
    bellsHttp.ring,
    { access: 'signed-in', policy: speechTargets, audit: 'service' },
    async ({ deps, user, ip, policy, params: { company_id }, body: { sound } }) =>
      Reply.of(await ring(deps, { user, ip }, policy, { company_id, sound }), { status: 202 }),
  ),
  serve(
    bellsHttp.silence,
    { access: 'signed-in', policy: canSilenceNode, audit: 'service' },
    ({ deps, user, ip, policy, params, body }) =>
      silence(deps, { companyId: params.company_id, actor: { user, ip }, policy }, body.until),
  ),
];
