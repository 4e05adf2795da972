import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { COMPANY_LIMITS, companyTypeSchema, COUNTRY_NAME_MAX } from '../../domain/companies.ts';
import { coordinatesSchema } from '../../domain/coordinates.ts';
import { deviceTypeSchema } from '../../domain/device.ts';
import { idOrDigitsSchema } from '../../domain/ids.ts';
import { leadInSchema } from '../../domain/lead-in.ts';
import { trimSchema } from '../../domain/loudness.ts';
import { soundTestSettingSchema } from '../../domain/sound-tests.ts';
import { serialSchema } from '../../domain/serial.ts';
import { isZoneName, utcOffsetSchema } from '../../domain/utc-offset.ts';
import { ownerIdSchema, companyIdAnswerSchema, companyInfoSchema, companyBodySchema } from './companies.ts';
import {
  clockRequiredSchema,
  quietHoursListSchema,
  volumeLimitSchema,
  zoneNameSchema,
} from '../places/effective-settings.ts';
import { endpoint } from '../endpoint.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lengthOf = (text: string): number => Array.from(graphemes.segment(text)).length;

const atMost = (what: string, max: number): string => `${what} has ${max} characters at most`;
/** Trimmed; empty becomes null. */
const text = (what: string, max: number) =>
  line()
    .max(max, atMost(what, max))
    .nullable()
    .transform((value) => value || null);
const name = line('Name is required')
  .min(1, 'Name is required')
  .max(COMPANY_LIMITS.name, atMost('A name', COMPANY_LIMITS.name));
const emblem = line()
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
  coordinates: coordinatesSchema.nullable(),
  // The settings: null inherits the value of the parent; see TREE-56.
  time_zone: zoneNameSchema
    .refine(isZoneName, 'Unknown time zone')
    .nullable()
    .describe('IANA name or offset; takes the place of time_zone_utc'),
  time_zone_utc: utcOffsetSchema.nullable().describe('minutes; takes the place of time_zone'),
  default_language: z.string().trim().min(2).max(10).nullable(),
  default_voice: z.string().trim().min(1).max(100).nullable(),
  clock_required: clockRequiredSchema.nullable(),
  volume_max: volumeLimitSchema.nullable().describe('volume limit'),
  quiet_hours: quietHoursListSchema.nullable(),
  trim_db: trimSchema.nullable().describe('by how many dB it is louder there than the targets of the organisation'),
  sound_test: soundTestSettingSchema.nullable().describe('when its devices test whether they are heard'),
  lead_in: leadInSchema.nullable().describe('what wakes amplifiers before announcements'),
};
const optionalFields = z.strictObject(fields).partial().shape;
const zipCode = fields.zip.optional().describe('the same as zip');

export const addCompanyBodySchema = z
  .strictObject({
    name,
    type: companyTypeSchema.optional(),
    parent_company_id: z.union([nothing, idOrDigitsSchema]).nullish(),
    user_id: ownerIdSchema,
    ...optionalFields,
    zipCode,
    serial: serial.describe('of a device that is bound to the new node in the same transaction'),
  })
  .transform(({ zipCode, zip, ...body }) => ({ ...body, zip: zip ?? zipCode }))
  .meta({ id: 'AddCompanyBody' });
export type AddCompanyBody = z.output<typeof addCompanyBodySchema>;

export const addMainCompanyBodySchema = z
  .strictObject({ name, user_id: ownerIdSchema, ...optionalFields })
  .meta({ id: 'AddMainCompanyBody' });
export type AddMainCompanyBody = z.output<typeof addMainCompanyBodySchema>;

/** PUT /company: absent fields do not change. `type` and `serial` are optional and must be unchanged. */
export const editCompanyBodySchema = z
  .strictObject({
    company_id: idOrDigitsSchema,
    name: name.optional(),
    user_id: ownerIdSchema,
    type: companyTypeSchema.optional(),
    ...optionalFields,
    zipCode,
    serial,
  })
  .transform(({ zipCode, zip, ...body }) => ({ ...body, zip: zip ?? zipCode }))
  .meta({ id: 'EditCompanyBody' });
export type EditCompanyBody = z.output<typeof editCompanyBodySchema>;

export const moveCompanyBodySchema = z
  .strictObject({
    company_id: idOrDigitsSchema,
    parent_company_id: idOrDigitsSchema.describe('the new parent'),
    user_id: ownerIdSchema,
  })
  .meta({ id: 'MoveCompanyBody' });
export type MoveCompanyBody = z.output<typeof moveCompanyBodySchema>;

export const companyChangesHttp = {
  add: endpoint({
    method: 'post',
    path: '/company/add',
    summary: 'Create a node below a parent; without a parent, a main company',
    description: 'A node belongs to the owner of its tree. A `serial` is bound to it in the same transaction.',
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
  }),
  addMain: endpoint({
    method: 'post',
    path: '/company/main/add',
    summary: 'Create a main company',
    body: addMainCompanyBodySchema,
    answer: companyIdAnswerSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'unprocessable'],
  }),
  edit: endpoint({
    method: 'put',
    path: '/company',
    summary: 'Change a node; absent fields stay',
    description: 'Type and serial are accepted if they do not change; devices are bound and unbound below /devices.',
    body: editCompanyBodySchema,
    answer: companyInfoSchema,
    errors: ['forbidden', 'not_found', 'unprocessable'],
  }),
  move: endpoint({
    method: 'put',
    path: '/company/move',
    summary: 'Move a node with its subtree below another node of the same owner',
    description: 'Below its present parent nothing changes. The policy applies to the node and to the new parent.',
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
  }),
  remove: endpoint({
    method: 'delete',
    path: '/company/delete',
    summary: 'Delete a node without children; its device is unbound',
    body: companyBodySchema,
    answer: null,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
  duplicate: endpoint({
    method: 'post',
    path: '/company/duplicate',
    summary: 'Copy a node with its subtree, without device bindings',
    description: 'The copy is a sibling of the original, named “… copy”, then “… copy (2)”.',
    body: companyBodySchema,
    answer: companyIdAnswerSchema,
    status: 201,
    errors: ['forbidden', 'not_found', 'unprocessable', 'rate_limited'],
  }),
};
