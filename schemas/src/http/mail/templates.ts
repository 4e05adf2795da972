import { endpoint } from '../endpoint.ts';
import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { smsTemplateSchema, smsTemplateBodySchema, smsTemplateParamsSchema, smsTemplatePatchSchema } from './sms.ts';

const templatesQuerySchema = z.object({
  user_id: idTextSchema
    .optional()
    .describe('the owner: by default the caller, or the organisation of a member without own nodes'),
});

export const templatesHttp = {
  list: endpoint({
    method: 'get',
    path: '/sms/templates',
    summary: 'The templates of the caller, and for members those of their organisations, by name',
    query: templatesQuerySchema,
    answer: z.array(smsTemplateSchema),
    errors: ['forbidden', 'user_not_found'],
  }),
  create: endpoint({
    method: 'post',
    path: '/sms/templates',
    summary: 'Create a template',
    query: templatesQuerySchema,
    body: smsTemplateBodySchema,
    answer: smsTemplateSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'conflict', 'unprocessable'],
  }),
  change: endpoint({
    method: 'put',
    path: '/sms/templates/{id}',
    summary: 'Change a template',
    params: smsTemplateParamsSchema,
    body: smsTemplatePatchSchema,
    answer: smsTemplateSchema,
    errors: ['forbidden', 'not_found', 'conflict', 'edit_conflict'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/sms/templates/{id}',
    summary: 'Delete a template',
    params: smsTemplateParamsSchema,
    answer: null,
    errors: ['forbidden', 'not_found'],
  }),
};
