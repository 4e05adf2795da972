import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { line } from '../../domain/line.ts';
import { phoneSchema } from '../../domain/phone.ts';
import { textLanguageSchema } from '../../domain/text-languages.ts';
import { endpoint } from '../endpoint.ts';
import { companyParamsSchema } from './companies.ts';

/** People who are told about a place: by the SMS page, and where an announcement was missed; see TREE-58. */

export const RESPONSIBLE_PEOPLE_MAX = 20;
export const PERSON_NAME_MAX = 60;

export const responsiblePersonSchema = z
  .strictObject({
    name: line().min(1, 'Name is required').max(PERSON_NAME_MAX),
    email: emailSchema.nullable(),
    phone: phoneSchema.nullable(),
    language: textLanguageSchema.describe('of the messages to this person'),
  })
  .refine(({ email, phone }) => email !== null || phone !== null, {
    message: 'Enter an email address or a phone number',
    path: ['email'],
  })
  .meta({ id: 'ResponsiblePerson' });
export type ResponsiblePerson = z.output<typeof responsiblePersonSchema>;

export const responsiblePeopleBodySchema = z
  .strictObject({ people: z.array(responsiblePersonSchema).max(RESPONSIBLE_PEOPLE_MAX) })
  .meta({ id: 'ResponsiblePeopleBody' });

export const responsiblePeopleSchema = z
  .strictObject({
    company_id: z.int(),
    inherited: z.boolean().describe('they are those of a node above'),
    source_company_id: z
      .int()
      .nullable()
      .describe('the node whose people these are; null: nobody, or a node that the caller may not read'),
    source_name: z.string().nullable(),
    people: z.array(
      z.strictObject({
        name: z.string(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        language: textLanguageSchema,
      }),
    ),
  })
  .meta({ id: 'ResponsiblePeople' });
export type ResponsiblePeople = z.infer<typeof responsiblePeopleSchema>;

export const responsiblePeopleHttp = {
  read: endpoint({
    method: 'get',
    path: '/company/responsible/{company_id}',
    summary: 'The responsible people of a node, or of the nearest node above that has any',
    params: companyParamsSchema,
    answer: responsiblePeopleSchema,
    errors: ['not_found'],
  }),
  replace: endpoint({
    method: 'put',
    path: '/company/responsible/{company_id}',
    summary: 'Replace the responsible people of a node; an empty list inherits',
    params: companyParamsSchema,
    body: responsiblePeopleBodySchema,
    answer: responsiblePeopleSchema,
    errors: ['not_found'],
  }),
};
