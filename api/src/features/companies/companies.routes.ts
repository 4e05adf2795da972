import {
  companyBodySchema,
  companyInfoSchema,
  companyMatchSchema,
  companyNodeSchema,
  companyParamsSchema,
  companySearchQuerySchema,
  mainCompaniesQuerySchema,
  mainCompanySchema,
  treeBodySchema,
} from '@belfry/schemas/http/companies/companies';
import { effectiveSettingsSchema } from '@belfry/schemas/http/devices/effective-settings';
import { z } from 'zod';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canReadNode, readableNodes } from '../../policies/owners.ts';
import type { CompaniesDeps } from './deps.ts';
import { searchCompanies } from './company-search.sql.ts';
import { listMainCompanies, readEffectiveSettings, readInfo, readTree } from './companies.service.ts';

const route = routeWith<CompaniesDeps>();

export const readingRoutes = [
  route(
    {
      method: 'get',
      path: '/company/search',
      summary: 'One’s own nodes by name or id, for administrators those of all people, for pickers: 20 at most',
      access: 'signed-in',
      policy: readableNodes,
      query: companySearchQuerySchema,
      answer: z.array(companyMatchSchema),
    },
    ({ deps, user, policy, query }) => deps.long.read(user.id, ({ db }) => searchCompanies(db, query, policy(user))),
  ),
  route(
    {
      method: 'get',
      path: '/company/main/companies',
      summary: 'The main companies of the user, those with the most descendants first',
      description: 'Administrators may name another owner by `user_id`.',
      access: 'signed-in',
      policy: canReadNode,
      query: mainCompaniesQuerySchema,
      answer: z.array(mainCompanySchema),
      errors: ['forbidden', 'user_not_found'],
    },
    ({ deps, user, policy, query }) => listMainCompanies(deps, user, policy, query.user_id),
  ),
  route(
    {
      method: 'post',
      path: '/company/tree',
      summary: 'A node and everything below it as a flat list: parents before children, siblings by name',
      access: 'signed-in',
      policy: canReadNode,
      body: treeBodySchema,
      answer: z.array(companyNodeSchema),
      errors: ['not_found'],
    },
    async ({ deps, user, policy, body }) => Reply.json(await readTree(deps, user, policy, body.company_id)),
  ),
  route(
    {
      method: 'post',
      path: '/company/info',
      summary: 'One node with its settings',
      access: 'signed-in',
      policy: canReadNode,
      body: companyBodySchema,
      answer: companyInfoSchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, body }) => readInfo(deps, user, policy, body.company_id),
  ),
  route(
    {
      method: 'get',
      path: '/company/effective/{company_id}',
      summary: 'Time zone, language, voice, volume limit and quiet hours of a node, each with the node that sets it',
      access: 'signed-in',
      policy: canReadNode,
      params: companyParamsSchema,
      answer: effectiveSettingsSchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, params }) => readEffectiveSettings(deps, user, policy, params.company_id),
  ),
];
