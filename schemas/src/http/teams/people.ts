import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { idSchema } from '../../domain/ids.ts';
import { nodeRoleSchema } from '../../domain/rights.ts';
import { roleSchema } from '../../domain/roles.ts';
import { textLanguageSchema } from '../../domain/text-languages.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';
import { companyId, expiresAt, future, mayEmergency } from './members.ts';

/** Everybody whom the caller manages in one list: members, who is invited, and for administrators all accounts; see docs/product/teams.md. */

/** Places of a person in one answer. */
export const PLACES_OF_PERSON_MAX = 50;
/** Places to which somebody is let in at once. */
export const LET_IN_PLACES_MAX = 20;
const PEOPLE_PAGE_SIZE = 100;

export const personPlaceSchema = z
  .strictObject({
    member_id: z.int().nullable().describe('null: invited to it'),
    invitation_id: z.int().nullable(),
    company_id: companyId,
    name: z.string(),
    path: z.string().describe('the names above it'),
    role: nodeRoleSchema,
    may_emergency: mayEmergency,
    expires_at: expiresAt,
    valid_until: z.iso.datetime().nullable().describe('until when an invitation can be accepted'),
    revision: z.int().nullable().describe('of a membership: counts changes; send it with a change'),
  })
  .meta({ id: 'PersonPlace' });
export type PersonPlace = z.infer<typeof personPlaceSchema>;

export const personSchema = z
  .strictObject({
    user_id: z.int().nullable().describe('null: an address that is invited'),
    name: z.string().nullable(),
    email: z.string(),
    account: z
      .strictObject({ role: roleSchema, blocked: z.boolean(), active: z.boolean(), companies: z.int() })
      .nullable()
      .describe('for administrators'),
    registration: z
      .strictObject({ id: z.int(), expires_at: z.iso.datetime() })
      .nullable()
      .describe('an open invitation to register, for administrators'),
    places: z
      .array(personPlaceSchema)
      .max(PLACES_OF_PERSON_MAX)
      .describe('where they are member or invited, as far as the caller manages people there'),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;

export const PEOPLE_KINDS = ['all', 'members', 'invited', 'blocked'] as const;

export const peopleQuerySchema = z
  .object({
    q: z.string().trim().max(200).default('').describe('a part of the name or the address'),
    kind: z.enum(PEOPLE_KINDS).default('all').describe('with a place; invited; with a blocked account'),
    who: z.string().trim().max(254).optional().describe('only the person with this id, or this address'),
    ...pageFields(PEOPLE_PAGE_SIZE),
  })
  .meta({ id: 'PeopleQuery' });
export type PeopleQuery = z.output<typeof peopleQuerySchema>;

export const letInBodySchema = z
  .strictObject({
    email: emailSchema,
    places: z
      .array(
        z.strictObject({
          company_id: idSchema,
          role: nodeRoleSchema,
          may_emergency: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(LET_IN_PLACES_MAX),
    expires_at: future.default(null),
    lang: textLanguageSchema.default('en').describe('of the mail, unless the person has an account with a language'),
  })
  .meta({ id: 'LetInBody' });
export type LetInBody = z.output<typeof letInBodySchema>;

export const peopleHttp = {
  list: endpoint({
    method: 'get',
    path: '/people',
    summary: 'Everybody whose rights the caller manages, with their places',
    description:
      'Members of places where the caller manages people, and addresses that are invited there; for administrators all accounts and invitations to register.',
    query: peopleQuerySchema,
    answer: z.array(personSchema),
    headers: { 'X-Total-Count': 'how many match' },
    errors: ['rate_limited'],
  }),
  letIn: endpoint({
    method: 'post',
    path: '/people',
    summary: 'Give somebody roles at several places at once, or at none of them',
    description:
      'Of each organisation, whoever is in it already is a member immediately, and anybody else is invited by one mail. Who accepts an invitation accepts the others of that organisation too.',
    body: letInBodySchema,
    answer: z
      .strictObject({
        members: z.int().describe('places at once'),
        invitations: z.int().describe('places after consent'),
      })
      .meta({ id: 'LetIn' }),
    status: 201,
    errors: ['not_found', 'forbidden', 'conflict', 'unprocessable', 'rate_limited'],
  }),
};
