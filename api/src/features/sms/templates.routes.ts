import {
  smsTemplateBodySchema,
  smsTemplateParamsSchema,
  smsTemplatePatchSchema,
  smsTemplateSchema,
} from '@belfry/schemas/http/outbox/sms';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import type { SmsDeps } from './deps.ts';
import { findTemplates } from './templates.repository.ts';
import { addTemplate, changeTemplate, removeTemplate } from './templates.service.ts';

const route = routeWith<SmsDeps>();

export const smsTemplatesRoutes = [
  route(
    {
      method: 'get',
      path: '/sms/templates',
      summary: 'The templates of the caller, by name',
      access: 'signed-in',
      policy: 'own',
      answer: z.array(smsTemplateSchema),
    },
    ({ deps, user }) => findTemplates(deps.db, user.id),
  ),
  route(
    {
      method: 'post',
      path: '/sms/templates',
      summary: 'Create a template',
      access: 'signed-in',
      policy: 'own',
      body: smsTemplateBodySchema,
      answer: smsTemplateSchema,
      status: 201,
      errors: ['conflict', 'unprocessable'],
    },
    ({ deps, user, body }) => addTemplate(deps, user.id, body),
  ),
  route(
    {
      method: 'put',
      path: '/sms/templates/{id}',
      summary: 'Change a template',
      access: 'signed-in',
      policy: 'own',
      params: smsTemplateParamsSchema,
      body: smsTemplatePatchSchema,
      answer: smsTemplateSchema,
      errors: ['not_found', 'conflict', 'edit_conflict'],
    },
    ({ deps, user, params, body }) => changeTemplate(deps, user.id, { ...body, id: params.id }),
  ),
  route(
    {
      method: 'delete',
      path: '/sms/templates/{id}',
      summary: 'Delete a template',
      access: 'signed-in',
      policy: 'own',
      params: smsTemplateParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, params }) => removeTemplate(deps, user.id, params.id),
  ),
];
