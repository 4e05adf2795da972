import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { MAX_INT4 } from '../../domain/limits.ts';
import { line } from '../../domain/line.ts';
import { phoneSchema } from '../../domain/phone.ts';
import { textLanguageSchema } from '../../domain/text-languages.ts';
import { endpoint } from '../endpoint.ts';
import { revisionSchema } from '../revision.ts';

/** Groups of people without an account to whom scenarios write. */

export const CONTACT_GROUPS_MAX = 50;
export const CONTACTS_MAX = 5_000;
export const CONTACTS_CSV_BYTES = 1_048_576;
const NAME_MAX = 60;

export const contactSchema = z
  .strictObject({
    name: line().min(1, 'Name is required').max(NAME_MAX),
    email: emailSchema.nullable(),
    phone: phoneSchema.nullable(),
    language: textLanguageSchema,
  })
  .refine(({ email, phone }) => email !== null || phone !== null, {
    message: 'Enter an email address or a phone number',
    path: ['email'],
  })
  .meta({ id: 'Contact' });
export type Contact = z.output<typeof contactSchema>;

const name = line('Name is required').min(1, 'Name is required').max(NAME_MAX);
export const newContactGroupBodySchema = z
  .strictObject({ name, company_id: idSchema })
  .meta({ id: 'NewContactGroupBody' });
export const changeContactGroupBodySchema = z
  .strictObject({
    name,
    contacts: z.array(contactSchema).max(CONTACTS_MAX).optional().describe('all of them; absent: as they are'),
    revision: revisionSchema,
  })
  .meta({ id: 'ChangeContactGroupBody' });
export type ChangeContactGroupBody = z.output<typeof changeContactGroupBodySchema>;

export const contactGroupSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    company_id: z.int(),
    company_name: z.string(),
    contacts: z.int(),
    created_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    revision: revisionSchema,
  })
  .meta({ id: 'ContactGroup' });
export type ContactGroup = z.infer<typeof contactGroupSchema>;

const listedContactSchema = z
  .strictObject({
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    language: textLanguageSchema,
    confirmed: z.boolean().describe('the address or the number; without it they get nothing'),
  })
  .meta({ id: 'ListedContact' });

const params = z.object({ id: idTextSchema });

export const contactGroupsHttp = {
  list: endpoint({
    method: 'get',
    path: '/contact-groups',
    summary: 'Groups of contacts at nodes that the caller manages',
    query: z.object({ company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional() }),
    answer: z.array(contactGroupSchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/contact-groups',
    summary: 'Add a group of contacts',
    body: newContactGroupBodySchema,
    answer: contactGroupSchema,
    status: 201,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  contacts: endpoint({
    method: 'get',
    path: '/contact-groups/{id}/contacts',
    summary: 'The contacts of a group, by name',
    params,
    answer: z.array(listedContactSchema).max(CONTACTS_MAX),
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/contact-groups/{id}',
    summary: 'Change a group of contacts',
    description: 'Who was never asked whether they want messages is asked once.',
    params,
    body: changeContactGroupBodySchema,
    answer: contactGroupSchema,
    errors: ['not_found', 'edit_conflict', 'rate_limited'],
  }),
  import: endpoint({
    method: 'post',
    path: '/contact-groups/{id}/import',
    summary: 'Replace the contacts of a group by those of a file with the columns name, email, phone, language',
    params,
    bodyType: 'text/csv',
    body: z.string(),
    answer: contactGroupSchema,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/contact-groups/{id}',
    summary: 'Remove a group of contacts',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
} as const;
