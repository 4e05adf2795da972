import { z } from 'zod';
import { AUDIT_LISTED_MAX, auditDoorSchema } from '../domain/audit.ts';
import { MAX_INT4 } from '../domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { pageFields } from './paging.ts';

const ACTION = /^[a-z][a-z_-]*(\.[a-z][a-z_-]*)?$/;

const filterFields = {
  id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('this row alone'),
  company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional().describe('this node and everything below it'),
  actor: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('the number of a person, or part of a name or mail address'),
  action: z
    .string()
    .max(60)
    .regex(ACTION, 'An action is such as schedule.change, or schedule for all of its kind')
    .optional()
    .describe('such as schedule.change, or schedule for all of its kind'),
  from: z.union([z.iso.date(), z.iso.datetime()]).optional().describe('a day (UTC), or an instant'),
  to: z
    .union([z.iso.date(), z.iso.datetime()])
    .optional()
    .describe('a day (UTC), which is included, or an instant, which is not'),
};
export const auditFilterSchema = z.object(filterFields).meta({ id: 'AuditFilter' });
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditQuerySchema = z.object({ ...filterFields, ...pageFields(50) }).meta({ id: 'AuditQuery' });
export type AuditQuery = z.infer<typeof auditQuerySchema>;

const jsonObjectSchema = z.record(z.string(), z.unknown());
const personSchema = z
  .strictObject({
    user_id: z.int(),
    name: z.string().nullable().describe('null for an account that is deleted'),
    email: z.string().nullable(),
  })
  .meta({ id: 'AuditPerson' });

export const auditEntrySchema = z
  .strictObject({
    id: z.int(),
    at: z.iso.datetime(),
    door: auditDoorSchema.nullable().describe('how the change came in; null in rows of earlier releases'),
    actor: personSchema
      .nullable()
      .describe('who has acted; null for somebody of whom the reader must not know, and for nobody'),
    acting_as: personSchema.nullable().describe('as whom an administrator has acted'),
    key_id: z.int().nullable().describe('the session'),
    api_key_id: z.int().nullable().describe('the key of a program'),
    ip: z.string().nullable(),
    action: z.string().describe('such as schedule.change'),
    object_kind: z.string(),
    object_id: z.string(),
    object_name: z.string().nullable(),
    company_id: z.int().nullable().describe('the node that it concerns'),
    company_name: z.string().nullable().describe('null for a node that is deleted'),
    path: z
      .string()
      .describe('the names above that node that the caller reads, the topmost first, with “ / ” between them'),
    time_zone: z.string().nullable().describe('the clock of that node; null where there is none'),
    owner_id: z.int().nullable().describe('whose organisation it concerns'),
    details: jsonObjectSchema.nullable(),
    before: jsonObjectSchema.nullable().describe('what has changed, as it was; without secrets'),
    after: jsonObjectSchema.nullable().describe('what has changed, as it is since; without secrets'),
    chained: z.boolean().describe('whether the row has its place in the chain, which takes a second'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditVerificationSchema = z
  .strictObject({
    unbroken_until: z.iso
      .datetime()
      .nullable()
      .describe('when the last row was written up to which nothing was changed; null where there is none'),
    first_broken_id: z
      .int()
      .nullable()
      .describe('the first row that was changed, is missing or stands elsewhere; null where the chain is unbroken'),
    continues: z
      .boolean()
      .optional()
      .describe('true: the call has stopped at its limit, and the next one goes on behind `unbroken_until`'),
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.infer<typeof auditVerificationSchema>;

const FILE_HEADERS = { 'Content-Disposition': 'the name of the file' };

export const auditHttp = {
  list: endpoint({
    method: 'get',
    path: '/audit',
    summary: 'Who changed what, newest first',
    description: `People read the rows of their organisation, administrators all but those of root accounts. The first ${AUDIT_LISTED_MAX} rows are counted and listed.`,
    query: auditQuerySchema,
    answer: z.array(auditEntrySchema),
    headers: { 'X-Total-Count': 'How many rows match the filter' },
    errors: ['invalid_input', 'rate_limited'],
  }),
  csv: endpoint({
    method: 'get',
    path: '/audit.csv',
    summary: 'The same rows as CSV, for people',
    query: auditFilterSchema,
    answer: z.file().mime('text/csv'),
    headers: FILE_HEADERS,
    errors: ['invalid_input', 'rate_limited'],
  }),
  export: endpoint({
    method: 'get',
    path: '/audit.jsonl',
    summary: 'The chain with everything that is hashed, for `npm run audit:verify`',
    description:
      'Rows that an administrator must not read have their place in the chain only. A chain of more rows than one file has is continued with `after`.',
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .default(0)
        .describe('the place in the chain behind which it begins'),
    }),
    answer: z.file().mime('application/jsonl'),
    headers: FILE_HEADERS,
    errors: ['rate_limited'],
  }),
  verify: endpoint({
    method: 'get',
    path: '/audit/verify',
    summary: 'Whether a row of the audit was changed, dropped or reordered',
    answer: auditVerificationSchema,
    errors: ['rate_limited'],
  }),
};
