import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { canBindDevice } from '../../policies/devices.ts';
import { canEditNode } from '../../policies/owners.ts';
import { editCompany, removeCompany } from './change-company.service.ts';
import { addCompany } from './add-company.service.ts';
import { duplicateCompany } from './duplicate.service.ts';
import { moveCompany } from './move.service.ts';
import { serve } from '../../serve.ts';

/** Clients read the id under either name; see TREE-14. */
const idAnswer = (company_id: number) => ({ company_id, id: company_id });

export const changingRoutes = [
  serve(
    companyChangesHttp.add,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice } },
    async ({ deps, user, ip, policy, body }) => idAnswer(await addCompany(deps, { user, ip }, policy, body)),
  ),
  serve(
    companyChangesHttp.addMain,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice } },
    async ({ deps, user, ip, policy, body }) =>
      idAnswer(await addCompany(deps, { user, ip }, policy, { ...body, zip: body.zip })),
  ),
  serve(companyChangesHttp.edit, { access: 'signed-in', policy: canEditNode }, ({ deps, user, ip, policy, body }) =>
    editCompany(deps, { user, ip }, policy, body),
  ),
  serve(companyChangesHttp.move, { access: 'signed-in', policy: canEditNode }, ({ deps, user, ip, policy, body }) =>
    moveCompany(deps, { user, ip }, policy, body),
  ),
  serve(companyChangesHttp.remove, { access: 'signed-in', policy: canEditNode }, ({ deps, user, ip, policy, body }) =>
    removeCompany(deps, { user, ip }, policy, body),
  ),
  serve(
    companyChangesHttp.duplicate,
    { access: 'signed-in', policy: canEditNode },
    async ({ deps, user, ip, policy, body }) => idAnswer(await duplicateCompany(deps, { user, ip }, policy, body)),
  ),
];
