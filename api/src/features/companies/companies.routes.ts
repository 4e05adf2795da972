import {
  addCompanyBodySchema,
  addMainCompanyBodySchema,
  companyBodySchema,
  companyIdAnswerSchema,
  companyInfoSchema,
  companyNodeSchema,
  mainCompaniesQuerySchema,
  mainCompanySchema,
  treeBodySchema,
} from '@belfry/schemas/http/companies';
import { z } from 'zod';
import { Reply, route } from '../../http/route.ts';
import { addCompany, listMainCompanies, readInfo, readTree } from './companies.service.ts';

/** Either name of the id will do (specification 002 §7). */
const idAnswer = (company_id: number) => ({ company_id, id: company_id });

const readingRoutes = [
  route(
    {
      method: 'get',
      path: '/company/main/companies',
      summary: 'One’s main companies, those with the most nodes below them first',
      description: 'Another person’s for administrators, by `user_id`.',
      access: 'signed-in',
      query: mainCompaniesQuerySchema,
      answer: z.array(mainCompanySchema),
      errors: ['forbidden', 'user_not_found'],
    },
    ({ deps, user, query }) => listMainCompanies(deps, user, query.user_id),
  ),
  route(
    {
      method: 'post',
      path: '/company/tree',
      summary: 'A node and everything below it as a flat list: parents before children, siblings by name',
      access: 'signed-in',
      body: treeBodySchema,
      answer: z.array(companyNodeSchema),
      errors: ['not_found'],
    },
    async ({ deps, user, body }) => Reply.json(await readTree(deps, user, body.company_id)),
  ),
  route(
    {
      method: 'post',
      path: '/company/info',
      summary: 'One node with its settings',
      access: 'signed-in',
      body: companyBodySchema,
      answer: companyInfoSchema,
      errors: ['not_found'],
    },
    ({ deps, user, body }) => readInfo(deps, user, body.company_id),
  ),
];

const changingRoutes = [
  route(
    {
      method: 'post',
      path: '/company/add',
      summary: 'Make a node below a parent; without a parent, a main company',
      description: 'A node belongs to whom its tree belongs.',
      access: 'signed-in',
      body: addCompanyBodySchema,
      answer: companyIdAnswerSchema,
      status: 201,
      errors: ['forbidden', 'user_not_found', 'not_found', 'unprocessable', 'conflict'],
    },
    async ({ deps, user, ip, body }) => idAnswer(await addCompany(deps, { user, ip }, body)),
  ),
  route(
    {
      method: 'post',
      path: '/company/main/add',
      summary: 'Make a main company',
      access: 'signed-in',
      body: addMainCompanyBodySchema,
      answer: companyIdAnswerSchema,
      status: 201,
      errors: ['forbidden', 'user_not_found', 'unprocessable'],
    },
    async ({ deps, user, ip, body }) => idAnswer(await addCompany(deps, { user, ip }, { ...body, zip: body.zip })),
  ),
];

export const companiesRoutes = [...readingRoutes, ...changingRoutes];
