import { z } from 'zod';
import { COMPANY_LIMITS, COMPANY_TYPES, companyTypeSchema, COUNTRY_NAME_MAX } from '../domain/companies.ts';
import { deviceStatusSchema, deviceTypeSchema } from '../domain/device.ts';
import { serialSchema } from '../domain/serial.ts';
import { isZoneName, utcOffsetSchema } from '../domain/utc-offset.ts';
import {
  quietHoursListSchema,
  storedQuietHoursSchema,
  volumeLimitSchema,
  zoneNameSchema,
} from './effective-settings.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lengthOf = (text: string): number => Array.from(graphemes.segment(text)).length;

const id = z
  .union([
    z.int(),
    z
      .string()
      .trim()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(2_147_483_647));
const ownerId = id
  .optional()
  .describe('the owner: by default the caller; another user for administrators only; see AUTH-3');

const atMost = (what: string, max: number): string => `${what} has ${max} characters at most`;
/** Trimmed; empty becomes null. */
const text = (what: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, atMost(what, max))
    .nullable()
    .transform((value) => value || null);
const name = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(COMPANY_LIMITS.name, atMost('A name', COMPANY_LIMITS.name));
const emblem = z
  .string()
  .trim()
  .max(40)
  .nullable()
  .refine((value) => value === null || lengthOf(value) <= COMPANY_LIMITS.emblem, 'An emblem has 4 characters at most')
  .transform((value) => value || null);

/** Forms send an empty string if nothing is selected. */
const nothing = z.literal('').transform(() => null);
const serial = z.union([nothing, serialSchema]).nullish();

/** The editable fields of every node. `zipCode` and `zip` are the same field; see TREE-5. */
const fields = {
  description: text('A description', COMPANY_LIMITS.description),
  continent: text('A continent', COMPANY_LIMITS.continent),
  country: text('A country', COUNTRY_NAME_MAX),
  city: text('A city', COMPANY_LIMITS.city),
  street: text('A street', COMPANY_LIMITS.street),
  house: text('A house number', COMPANY_LIMITS.house),
  zip: text('A ZIP code', COMPANY_LIMITS.zip),
  emblem,
  device_type: z.union([nothing, deviceTypeSchema]).nullable(),
  // The settings: null inherits the value of the parent; see TREE-56.
  time_zone: zoneNameSchema
    .refine(isZoneName, 'Unknown time zone')
    .nullable()
    .describe('IANA name or offset; takes the place of time_zone_utc'),
  time_zone_utc: utcOffsetSchema.nullable().describe('minutes; takes the place of time_zone'),
  default_language: z.string().trim().min(2).max(10).nullable(),
  default_voice: z.string().trim().min(1).max(100).nullable(),
  volume_max: volumeLimitSchema.nullable().describe('volume limit'),
  quiet_hours: quietHoursListSchema.nullable(),
};
const optionalFields = z.strictObject(fields).partial().shape;
const zipCode = fields.zip.optional().describe('the same as zip');

/** POST /company/add: without a parent it creates a main company. */
export const addCompanyBodySchema = z
  .strictObject({
    name,
    type: companyTypeSchema.optional(),
    parent_company_id: z.union([nothing, id]).nullish(),
    user_id: ownerId,
    ...optionalFields,
    zipCode,
    serial: serial.describe('of a device that is bound to the new node in the same transaction'),
  })
  .transform(({ zipCode, zip, ...body }) => ({ ...body, zip: zip ?? zipCode }))
  .meta({ id: 'AddCompanyBody' });
export type AddCompanyBody = z.output<typeof addCompanyBodySchema>;

/** POST /company/main/add */
export const addMainCompanyBodySchema = z
  .strictObject({ name, user_id: ownerId, ...optionalFields })
  .meta({ id: 'AddMainCompanyBody' });
export type AddMainCompanyBody = z.output<typeof addMainCompanyBodySchema>;

/** PUT /company: absent fields do not change. `type` and `serial` are optional and must be unchanged. */
export const editCompanyBodySchema = z
  .strictObject({
    company_id: id,
    name: name.optional(),
    user_id: ownerId,
    type: companyTypeSchema.optional(),
    ...optionalFields,
    zipCode,
    serial,
  })
  .transform(({ zipCode, zip, ...body }) => ({ ...body, zip: zip ?? zipCode }))
  .meta({ id: 'EditCompanyBody' });
export type EditCompanyBody = z.output<typeof editCompanyBodySchema>;

/** PUT /company/move */
export const moveCompanyBodySchema = z
  .strictObject({ company_id: id, parent_company_id: id.describe('the new parent'), user_id: ownerId })
  .meta({ id: 'MoveCompanyBody' });
export type MoveCompanyBody = z.output<typeof moveCompanyBodySchema>;

/** POST /company/tree */
export const treeBodySchema = z
  .strictObject({ company_id: id, expandAll: z.boolean().optional() })
  .meta({ id: 'TreeBody' });
/** POST /company/info, DELETE /company/delete and POST /company/duplicate */
export const companyBodySchema = z.strictObject({ company_id: id, user_id: ownerId }).meta({ id: 'CompanyBody' });

/** GET /company/main/companies */
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
  })
  .meta({ id: 'CompanyNode' });
export type CompanyNode = z.infer<typeof companyNodeSchema>;

/** POST /company/info */
export const companyInfoSchema = companyNodeSchema
  .extend({
    time_zone_utc: z.int().describe('minutes; the offset now, also if it is inherited'),
    default_language: z.string().describe('also if it is inherited'),
    default_voice: z.string().describe('also if it is inherited'),
    time_zone: z.string().nullable().describe('of the node itself; null: inherited, or only the offset is set'),
    volume_max: volumeLimitSchema.nullable().describe('of the node itself'),
    quiet_hours: storedQuietHoursSchema.nullable().describe('of the node itself'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'CompanyInfo' });
export type CompanyInfo = z.infer<typeof companyInfoSchema>;

/** The response of add and duplicate: the new id under both names; see TREE-14. */
export const companyIdAnswerSchema = z
  .strictObject({ company_id: z.int(), id: z.int().describe('the same') })
  .meta({ id: 'CompanyIdAnswer' });

/** GET /company/main/companies: the caller's own; administrators can request those of another user. */
export const mainCompaniesQuerySchema = z.object({ user_id: ownerId }).meta({ id: 'MainCompaniesQuery' });

/** GET /company/search: nodes whose name contains `q`, or whose id it is; those whose name begins with it come first. */
export const companySearchQuerySchema = z
  .object({ q: z.string().trim().max(200).default(''), type: companyTypeSchema.optional() })
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

/** GET /company/effective/{company_id} and the calls for its responsible people. */
export const companyParamsSchema = z.object({ company_id: z.coerce.number().int().min(1).max(2_147_483_647) });
