import { endpoint } from '../endpoint.ts';
import { z } from 'zod';
import { smsTemplateSchema, smsTemplateBodySchema, smsTemplateParamsSchema, smsTemplatePatchSchema } from './sms.ts';

/** Templates of SMS. */
export const templatesHttp = {
  list: endpoint({
    method: 'get',
    path: '/sms/templates',
    summary: 'The templates of the caller, by name',
    answer: z.array(smsTemplateSchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/sms/templates',
    summary: 'Create a template',
    body: smsTemplateBodySchema,
    answer: smsTemplateSchema,
    status: 201,
    errors: ['conflict', 'unprocessable'],
  }),
  change: endpoint({
    method: 'put',
    path: '/sms/templates/{id}',
    summary: 'Change a template',
    params: smsTemplateParamsSchema,
    body: smsTemplatePatchSchema,
    answer: smsTemplateSchema,
    errors: ['not_found', 'conflict', 'edit_conflict'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/sms/templates/{id}',
    summary: 'Delete a template',
    params: smsTemplateParamsSchema,
    answer: null,
    errors: ['not_found'],
  }),
};
