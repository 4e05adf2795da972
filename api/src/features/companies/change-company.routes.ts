import { companyBodySchema, companyIdAnswerSchema, companyInfoSchema } from '@belfry/schemas/http/companies/companies';
import {
  addCompanyBodySchema,
  addMainCompanyBodySchema,
  editCompanyBodySchema,
  moveCompanyBodySchema,
} from '@belfry/schemas/http/companies/changes';
import { routeWith } from '../../http/routes/route.ts';
import { canBindDevice } from '../../policies/devices.ts';
import { canEditNode } from '../../policies/owners.ts';
import type { CompaniesDeps } from './deps.ts';
import { editCompany, removeCompany } from './change-company.service.ts';
import { addCompany } from './add-company.service.ts';
import { duplicateCompany } from './duplicate.service.ts';
import { moveCompany } from './move.service.ts';

const route = routeWith<CompaniesDeps>();

/** Clients read the id under either name; see TREE-14. */
const idAnswer = (company_id: number) => ({ company_id, id: company_id });

export const changingRoutes = [
  route(
    {
      method: 'post',
      path: '/company/add',
      summary: 'Create a node below a parent; without a parent, a main company',
      description: 'A node belongs to the owner of its tree. A `serial` is bound to it in the same transaction.',
      access: 'signed-in',
      policy: { node: canEditNode, device: canBindDevice },
      body: addCompanyBodySchema,
      answer: companyIdAnswerSchema,
      status: 201,
      errors: [
        'forbidden',
        'user_not_found',
        'not_found',
        'unprocessable',
        'device_not_found',
        'conflict',
        'device_owned',
      ],
    },
    async ({ deps, user, ip, policy, body }) => idAnswer(await addCompany(deps, { user, ip }, policy, body)),
  ),
  route(
    {
      method: 'post',
      path: '/company/main/add',
      summary: 'Create a main company',
      access: 'signed-in',
      policy: { node: canEditNode, device: canBindDevice },
      body: addMainCompanyBodySchema,
      answer: companyIdAnswerSchema,
      status: 201,
      errors: ['forbidden', 'user_not_found', 'unprocessable'],
    },
    async ({ deps, user, ip, policy, body }) =>
      idAnswer(await addCompany(deps, { user, ip }, policy, { ...body, zip: body.zip })),
  ),
  route(
    {
      method: 'put',
      path: '/company',
      summary: 'Change a node; absent fields stay',
      description: 'Type and serial are accepted if they do not change; devices are bound and unbound below /devices.',
      access: 'signed-in',
      policy: canEditNode,
      body: editCompanyBodySchema,
      answer: companyInfoSchema,
      errors: ['forbidden', 'not_found', 'unprocessable'],
    },
    ({ deps, user, ip, policy, body }) => editCompany(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'put',
      path: '/company/move',
      summary: 'Move a node with its subtree below another node of the same owner',
      description: 'Below its present parent nothing changes. The policy applies to the node and to the new parent.',
      access: 'signed-in',
      policy: canEditNode,
      body: moveCompanyBodySchema,
      answer: companyInfoSchema,
      errors: [
        'forbidden',
        'not_found',
        'place_not_allowed',
        'tree_cycle',
        'tree_too_deep',
        'tree_full',
        'rate_limited',
        'conflict',
      ],
    },
    ({ deps, user, ip, policy, body }) => moveCompany(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'delete',
      path: '/company/delete',
      summary: 'Delete a node without children; its device is unbound',
      access: 'signed-in',
      policy: canEditNode,
      body: companyBodySchema,
      answer: null,
      errors: ['forbidden', 'not_found', 'conflict'],
    },
    ({ deps, user, ip, policy, body }) => removeCompany(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'post',
      path: '/company/duplicate',
      summary: 'Copy a node with its subtree, without device bindings',
      description: 'The copy is a sibling of the original, named “… copy”, then “… copy (2)”.',
      access: 'signed-in',
      policy: canEditNode,
      body: companyBodySchema,
      answer: companyIdAnswerSchema,
      status: 201,
      errors: ['forbidden', 'not_found', 'unprocessable', 'rate_limited'],
    },
    async ({ deps, user, ip, policy, body }) => idAnswer(await duplicateCompany(deps, { user, ip }, policy, body)),
  ),
];
