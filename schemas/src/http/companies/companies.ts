import { z } from 'zod';
import { idOrDigitsSchema, idTextSchema } from '../../domain/ids.ts';
import { COMPANY_TYPES, companyTypeSchema } from '../../domain/companies.ts';
import { coordinatesSchema } from '../../domain/coordinates.ts';
import { deviceStatusSchema, deviceTypeSchema } from '../../domain/device.ts';
import { leadInSchema } from '../../domain/lead-in.ts';
import { trimSchema } from '../../domain/loudness.ts';
import { soundTestSettingSchema } from '../../domain/sound-tests.ts';
import { serialSchema } from '../../domain/serial.ts';
import {
  clockRequiredSchema,
  storedQuietHoursSchema,
  volumeLimitSchema,
  effectiveSettingsSchema,
} from '../places/effective-settings.ts';
import { endpoint } from '../endpoint.ts';

export const ownerIdSchema = idOrDigitsSchema
  .optional()
  .describe('the owner: by default the caller; another user for administrators only; see AUTH-3');

export const treeBodySchema = z
  .strictObject({ company_id: idOrDigitsSchema, expandAll: z.boolean().optional() })
  .meta({ id: 'TreeBody' });
export const companyBodySchema = z
  .strictObject({ company_id: idOrDigitsSchema, user_id: ownerIdSchema })
  .meta({ id: 'CompanyBody' });

export const mainCompanySchema = z
  .strictObject({
    company_id: z.int(),
    user_id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    continent: z.string().nullable(),
    country: z.string().nullable(),
    emblem: z.string().nullable(),
    subcompany_count: z.int().describe('all descendants'),
  })
  .meta({ id: 'MainCompany' });
export type MainCompany = z.infer<typeof mainCompanySchema>;

/** A node in the flat list of POST /company/tree: parents before children, siblings by name. */
export const companyNodeSchema = z
  .strictObject({
    company_id: z.int(),
    parent_company_id: z.int().nullable(),
    user_id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(COMPANY_TYPES),
    continent: z.string().nullable(),
    country: z.string().nullable(),
    city: z.string().nullable(),
    street: z.string().nullable(),
    house: z.string().nullable(),
    zip: z.string().nullable(),
    device_type: deviceTypeSchema.nullable(),
    serial: serialSchema.nullable().describe('of the device that is bound to it'),
    status: deviceStatusSchema.nullable().describe('of that device'),
    emblem: z.string().nullable(),
    coordinates: coordinatesSchema.nullable().describe('null: it has none'),
  })
  .meta({ id: 'CompanyNode' });
export type CompanyNode = z.infer<typeof companyNodeSchema>;

export const companyInfoSchema = companyNodeSchema
  .extend({
    time_zone_utc: z.int().describe('minutes; the offset now, also if it is inherited'),
    default_language: z.string().describe('also if it is inherited'),
    default_voice: z.string().describe('also if it is inherited'),
    time_zone: z.string().nullable().describe('of the node itself; null: inherited, or only the offset is set'),
    clock_required: clockRequiredSchema.nullable().describe('of the node itself'),
    volume_max: volumeLimitSchema.nullable().describe('of the node itself'),
    quiet_hours: storedQuietHoursSchema.nullable().describe('of the node itself'),
    trim_db: trimSchema.nullable().describe('of the node itself'),
    sound_test: soundTestSettingSchema.nullable().describe('of the node itself'),
    lead_in: leadInSchema.nullable().describe('of the node itself'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'CompanyInfo' });
export type CompanyInfo = z.infer<typeof companyInfoSchema>;

/** The response of add and duplicate: the new id under both names; see TREE-14. */
export const companyIdAnswerSchema = z
  .strictObject({ company_id: z.int(), id: z.int().describe('the same') })
  .meta({ id: 'CompanyIdAnswer' });

export const mainCompaniesQuerySchema = z.object({ user_id: ownerIdSchema }).meta({ id: 'MainCompaniesQuery' });

/** GET /company/search: nodes whose name contains `q`, or whose id it is; those whose name begins with it come first. */
export const companySearchQuerySchema = z
  .object({
    q: z.string().trim().max(200).default(''),
    type: companyTypeSchema.optional(),
    for_device: z
      .stringbool()
      .default(false)
      .describe('only where a device can be added: elements of type Company, and those of type Device without one'),
  })
  .meta({ id: 'CompanySearchQuery' });
export type CompanySearchQuery = z.output<typeof companySearchQuerySchema>;
export const companyMatchSchema = z
  .strictObject({
    company_id: z.int(),
    name: z.string(),
    type: z.enum(COMPANY_TYPES),
    main_company_name: z.string().nullable().describe('of its tree; null for a main company'),
  })
  .meta({ id: 'CompanyMatch' });
export type CompanyMatch = z.infer<typeof companyMatchSchema>;

export const companyParamsSchema = z.object({ company_id: idTextSchema });

export const companiesHttp = {
  search: endpoint({
    method: 'get',
    path: '/company/search',
    summary: 'One’s own nodes by name or id, for administrators those of all people, for pickers: 20 at most',
    query: companySearchQuerySchema,
    answer: z.array(companyMatchSchema),
  }),
  listMain: endpoint({
    method: 'get',
    path: '/company/main/companies',
    summary: 'The main companies of the user, those with the most descendants first',
    description: 'Administrators may name another owner by `user_id`.',
    query: mainCompaniesQuerySchema,
    answer: z.array(mainCompanySchema),
    errors: ['forbidden', 'user_not_found'],
  }),
  tree: endpoint({
    method: 'post',
    path: '/company/tree',
    summary: 'A node and everything below it as a flat list: parents before children, siblings by name',
    body: treeBodySchema,
    answer: z.array(companyNodeSchema),
    errors: ['not_found'],
  }),
  info: endpoint({
    method: 'post',
    path: '/company/info',
    summary: 'One node with its settings',
    body: companyBodySchema,
    answer: companyInfoSchema,
    errors: ['not_found'],
  }),
  effectiveSettings: endpoint({
    method: 'get',
    path: '/company/effective/{company_id}',
    summary: 'Time zone, language, voice, volume limit and quiet hours of a node, each with the node that sets it',
    params: companyParamsSchema,
    answer: effectiveSettingsSchema,
    errors: ['not_found'],
  }),
};
