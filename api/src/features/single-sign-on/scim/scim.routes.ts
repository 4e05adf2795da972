import {
  SCIM_BODY_MAX,
  SCIM_MEMBERS_MAX,
  SCIM_PAGE_MAX,
  SCIM_SCHEMAS,
  scimHttp,
} from '@belfry/schemas/http/single-sign-on/scim';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { DirectoryPrincipal } from '../../../http/routes/principal.ts';
import { serve } from '../../../serve.ts';
import { answering, toList } from './answers.ts';
import { addGroup, patchOneGroup, readGroups, readOneGroup, removeGroup, replaceGroup } from './scim-groups.service.ts';
import {
  addPerson,
  type Directory,
  patchOnePerson,
  readOnePerson,
  readPeople,
  removePerson,
  replacePerson,
  scimBase,
} from './scim-people.service.ts';

const SCIM = { access: 'scim', bodyLimit: SCIM_BODY_MAX } as const;
/** As many as a first synchronisation of 2,000 people makes in some minutes. */
const CALLS = { hits: 1_500, windowSeconds: 60 };

type Called = { deps: Deps; directory: DirectoryPrincipal; ip: string };

/** Throws rate_limited. */
async function counted({ deps, directory, ip }: Called): Promise<Directory> {
  await countAttempt(deps, [{ key: `scim:${directory.provider_id}`, ...CALLS }]);
  return { ...directory, ip };
}

const text = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const parts = (name: string, subAttributes: object[], more: object = {}) => ({
  ...text(name, { type: 'complex', ...more }),
  subAttributes,
});
const ATTRIBUTES = {
  User: [
    text('userName', { required: true, uniqueness: 'server' }),
    text('externalId', { caseExact: true }),
    text('displayName'),
    parts('name', [text('formatted'), text('givenName'), text('familyName')]),
    parts('emails', [text('value'), text('type'), text('primary', { type: 'boolean' })], { multiValued: true }),
    text('active', { type: 'boolean' }),
    parts('groups', [text('value'), text('display')], { multiValued: true, mutability: 'readOnly' }),
  ],
  Group: [
    text('displayName', { required: true, uniqueness: 'server' }),
    text('externalId', { caseExact: true }),
    parts('members', [text('value', { mutability: 'immutable' }), text('display')], { multiValued: true }),
  ],
};

const SCHEMA_OF = { User: SCIM_SCHEMAS.user, Group: SCIM_SCHEMAS.group };

/** RFC 7643, 7: complex attributes have their parts as attributes of their own. */
const described = (['User', 'Group'] as const).map((name) => ({
  schemas: [SCIM_SCHEMAS.schema],
  id: SCHEMA_OF[name],
  name,
  description: name === 'User' ? 'A person' : 'A group of people',
  attributes: ATTRIBUTES[name],
  meta: { resourceType: 'Schema', location: `/Schemas/${SCHEMA_OF[name]}` },
}));

/** RFC 7643, 6. */
const resourceTypes = (['User', 'Group'] as const).map((name) => ({
  schemas: [SCIM_SCHEMAS.resourceType],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: SCHEMA_OF[name],
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `/ResourceTypes/${name}` },
}));

type Described = { id: string; meta: { location: string } };
const placed = <T extends Described>({ config }: Deps, one: T) => ({
  ...one,
  meta: { ...one.meta, location: `${scimBase(config)}${one.meta.location}` },
});
const listed = <T extends Described>(deps: Deps, all: readonly T[]) =>
  toList(
    all.map((one) => placed(deps, one)),
    { total: all.length, offset: 0 },
  );
function oneOf<T extends Described>(deps: Deps, all: readonly T[], id: string) {
  const resource = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!resource) throw notFound('There is no such description');
  return placed(deps, resource);
}

const CONFIGURATION = {
  schemas: [SCIM_SCHEMAS.configuration],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: SCIM_BODY_MAX },
  filter: { supported: true, maxResults: SCIM_PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: `The token of Settings, Single sign-on. One call names ${SCIM_MEMBERS_MAX} members at most.`,
    },
  ],
};

export const scimRoutes = [
  serve(scimHttp.configuration, SCIM, () => CONFIGURATION),
  serve(scimHttp.schemas, SCIM, ({ deps }) => listed(deps, described)),
  serve(scimHttp.schema, SCIM, ({ deps, params: { id } }) => answering(async () => oneOf(deps, described, id))),
  serve(scimHttp.resourceTypes, SCIM, ({ deps }) => listed(deps, resourceTypes)),
  serve(scimHttp.resourceType, SCIM, ({ deps, params: { id } }) =>
    answering(async () => oneOf(deps, resourceTypes, id)),
  ),
  serve(scimHttp.users, SCIM, (call) => answering(async () => readPeople(call.deps, await counted(call), call.query))),
  serve(scimHttp.user, SCIM, (call) =>
    answering(async () => readOnePerson(call.deps, await counted(call), call.params.id)),
  ),
  serve(scimHttp.addUser, { ...SCIM, audit: 'service' }, (call) =>
    answering(async () => addPerson(call.deps, await counted(call), call.body), 201),
  ),
  serve(scimHttp.replaceUser, { ...SCIM, audit: 'service' }, (call) =>
    answering(async () => replacePerson(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.patchUser, { ...SCIM, audit: 'service' }, (call) =>
    answering(async () => patchOnePerson(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.removeUser, { ...SCIM, audit: 'service' }, async (call) =>
    removePerson(call.deps, await counted(call), call.params.id),
  ),
  serve(scimHttp.groups, SCIM, (call) => answering(async () => readGroups(call.deps, await counted(call), call.query))),
  serve(scimHttp.group, SCIM, (call) =>
    answering(async () => readOneGroup(call.deps, await counted(call), call.params.id)),
  ),
  serve(scimHttp.addGroup, { ...SCIM, audit: 'service' }, (call) =>
    answering(async () => addGroup(call.deps, await counted(call), call.body), 201),
  ),
  serve(scimHttp.replaceGroup, { ...SCIM, audit: 'service' }, (call) =>
    answering(async () => replaceGroup(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.patchGroup, { ...SCIM, audit: 'service' }, (call) =>
    answering(async () => patchOneGroup(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.removeGroup, { ...SCIM, audit: 'service' }, async (call) =>
    removeGroup(call.deps, await counted(call), call.params.id),
  ),
];
