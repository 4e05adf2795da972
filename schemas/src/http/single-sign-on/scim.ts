import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';

/** The media type of SCIM; plain JSON is accepted as well. */
export const SCIM_JSON = 'application/scim+json';
/** People and groups that one directory may send, and how many members one call may name. */
export const DIRECTORY_PEOPLE_MAX = 2_000;
export const DIRECTORY_GROUPS_MAX = 1_000;
export const SCIM_MEMBERS_MAX = 2_000;
/** Members of all groups of a directory together. */
export const DIRECTORY_MEMBERS_MAX = 100_000;
export const SCIM_OPERATIONS_MAX = 200;
/** The size of a body in bytes: as many members as one call may name. */
export const SCIM_BODY_MAX = 400_000;
export const SCIM_PAGE_MAX = 200;
const SCIM_FILTER_MAX = 500;

export const SCIM_SCHEMAS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  configuration: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
} as const;

const meta = z.strictObject({
  resourceType: z.enum(['User', 'Group']),
  created: z.iso.datetime(),
  lastModified: z.iso.datetime(),
  location: z.string(),
});
const reference = z.strictObject({ value: z.string(), display: z.string() });

export const scimUserSchema = z
  .strictObject({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    userName: z.string(),
    displayName: z.string(),
    name: z.strictObject({
      formatted: z.string(),
      givenName: z.string().optional(),
      familyName: z.string().optional(),
    }),
    emails: z.array(z.strictObject({ value: z.string(), type: z.literal('work'), primary: z.literal(true) })),
    active: z.boolean(),
    groups: z.array(reference),
    meta,
  })
  .meta({ id: 'ScimUser' });
export type ScimUser = z.infer<typeof scimUserSchema>;

export const scimGroupSchema = z
  .strictObject({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    displayName: z.string(),
    members: z.array(reference),
    meta,
  })
  .meta({ id: 'ScimGroup' });
export type ScimGroup = z.infer<typeof scimGroupSchema>;

export const scimErrorSchema = z
  .strictObject({
    schemas: z.array(z.string()),
    status: z.string(),
    scimType: z.string().optional(),
    detail: z.string(),
  })
  .meta({ id: 'ScimError' });

const listOf = <T extends z.core.SomeType>(resource: T) =>
  z.strictObject({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  });

/** Counts that are out of bounds are moved to the bounds, as SCIM demands. */
export const scimListQuerySchema = z
  .object({
    filter: z.string().max(SCIM_FILTER_MAX).optional().describe('`userName`, `externalId`, `displayName` or `id`, eq'),
    startIndex: z.coerce.number().int().catch(1).default(1),
    count: z.coerce.number().int().catch(SCIM_PAGE_MAX).default(SCIM_PAGE_MAX),
    excludedAttributes: z.string().max(SCIM_FILTER_MAX).optional(),
    attributes: z.string().max(SCIM_FILTER_MAX).optional(),
  })
  .meta({ id: 'ScimListQuery' });
export type ScimListQuery = z.output<typeof scimListQuerySchema>;

/** What a directory sends differs; what is not known is ignored, and read in the feature. */
const body = z.record(z.string(), z.unknown()).meta({ id: 'ScimBody' });
const params = z.object({ id: idTextSchema });
const describedParams = z.object({
  id: z.string().max(100).describe('the URN of a schema, or the name of a resource type'),
});
const user = z.union([scimUserSchema, scimErrorSchema]);
const group = z.union([scimGroupSchema, scimErrorSchema]);
const ERRORS = ['not_found', 'conflict', 'rate_limited', 'unprocessable'] as const;

export const scimHttp = {
  configuration: endpoint({
    method: 'get',
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'What of SCIM is supported',
    answer: z.record(z.string(), z.unknown()),
  }),
  schemas: endpoint({
    method: 'get',
    path: '/scim/v2/Schemas',
    summary: 'The attributes of people and groups',
    answer: listOf(z.record(z.string(), z.unknown())),
  }),
  schema: endpoint({
    method: 'get',
    path: '/scim/v2/Schemas/{id}',
    summary: 'The attributes of people, or of groups',
    params: describedParams,
    answer: z.union([z.record(z.string(), z.unknown()), scimErrorSchema]),
    errors: ['not_found'],
  }),
  resourceTypes: endpoint({
    method: 'get',
    path: '/scim/v2/ResourceTypes',
    summary: 'What there is: people and groups, with their paths',
    answer: listOf(z.record(z.string(), z.unknown())),
  }),
  resourceType: endpoint({
    method: 'get',
    path: '/scim/v2/ResourceTypes/{id}',
    summary: 'The path and the schema of people, or of groups',
    params: describedParams,
    answer: z.union([z.record(z.string(), z.unknown()), scimErrorSchema]),
    errors: ['not_found'],
  }),
  users: endpoint({
    method: 'get',
    path: '/scim/v2/Users',
    summary: 'The people of the directory',
    query: scimListQuerySchema,
    answer: z.union([listOf(scimUserSchema), scimErrorSchema]),
    errors: ERRORS,
  }),
  user: endpoint({
    method: 'get',
    path: '/scim/v2/Users/{id}',
    summary: 'A person',
    params,
    answer: user,
    errors: ERRORS,
  }),
  addUser: endpoint({
    method: 'post',
    path: '/scim/v2/Users',
    summary: 'Add a person: makes the account, or links the one with this mail address',
    body,
    answer: user,
    status: 201,
    errors: ERRORS,
  }),
  replaceUser: endpoint({
    method: 'put',
    path: '/scim/v2/Users/{id}',
    summary: 'Replace a person',
    params,
    body,
    answer: user,
    errors: ERRORS,
  }),
  patchUser: endpoint({
    method: 'patch',
    path: '/scim/v2/Users/{id}',
    summary: 'Change a person; `active: false` ends sessions and memberships at once',
    params,
    body,
    answer: user,
    errors: ERRORS,
  }),
  removeUser: endpoint({
    method: 'delete',
    path: '/scim/v2/Users/{id}',
    summary: 'Remove a person: sessions and memberships end at once',
    params,
    answer: null,
    errors: ERRORS,
  }),
  groups: endpoint({
    method: 'get',
    path: '/scim/v2/Groups',
    summary: 'The groups of the directory',
    query: scimListQuerySchema,
    answer: z.union([listOf(scimGroupSchema), scimErrorSchema]),
    errors: ERRORS,
  }),
  group: endpoint({
    method: 'get',
    path: '/scim/v2/Groups/{id}',
    summary: 'A group',
    params,
    answer: group,
    errors: ERRORS,
  }),
  addGroup: endpoint({
    method: 'post',
    path: '/scim/v2/Groups',
    summary: 'Add a group',
    body,
    answer: group,
    status: 201,
    errors: ERRORS,
  }),
  replaceGroup: endpoint({
    method: 'put',
    path: '/scim/v2/Groups/{id}',
    summary: 'Replace a group',
    params,
    body,
    answer: group,
    errors: ERRORS,
  }),
  patchGroup: endpoint({
    method: 'patch',
    path: '/scim/v2/Groups/{id}',
    summary: 'Change a group; memberships follow at once',
    params,
    body,
    answer: group,
    errors: ERRORS,
  }),
  removeGroup: endpoint({
    method: 'delete',
    path: '/scim/v2/Groups/{id}',
    summary: 'Remove a group; memberships follow at once',
    params,
    answer: null,
    errors: ERRORS,
  }),
};
