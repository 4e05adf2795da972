import {
  SCIM_BODY_MAX,
  SCIM_MEMBERS_MAX,
  SCIM_PAGE_MAX,
  SCIM_SCHEMAS,
  scimHttp,
} from '@belfry/schemas/http/single-sign-on/scim';
import type { Deps } from '../../../deps.ts';
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
} from './scim-people.service.ts';

const SCIM = { access: 'scim', bodyLimit: SCIM_BODY_MAX } as const;
/** As many as a first synchronisation of 2,000 people makes in some minutes. */
const CALLS = { hits: 1_500, windowSeconds: 60 };

type Called = { deps: Deps; directory: DirectoryPrincipal; ip: string };

/** Counts the call. Throws rate_limited. */
async function counted({ deps, directory, ip }: Called): Promise<Directory> {
  await countAttempt(deps, [{ key: `scim:${directory.provider_id}`, ...CALLS }]);
  return { ...directory, ip };
}

const ATTRIBUTES = {
  User: ['userName', 'externalId', 'displayName', 'name.givenName', 'name.familyName', 'emails.value', 'active'],
  Group: ['displayName', 'externalId', 'members.value'],
};

const described = Object.entries(ATTRIBUTES).map(([name, attributes]) => ({
  schemas: [SCIM_SCHEMAS.schema],
  id: name === 'User' ? SCIM_SCHEMAS.user : SCIM_SCHEMAS.group,
  name,
  attributes: attributes.map((attribute) => ({ name: attribute, multiValued: false, mutability: 'readWrite' })),
}));

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
  serve(scimHttp.schemas, SCIM, () => toList(described, { total: described.length, offset: 0 })),
  serve(scimHttp.users, SCIM, (call) => answering(async () => readPeople(call.deps, await counted(call), call.query))),
  serve(scimHttp.user, SCIM, (call) =>
    answering(async () => readOnePerson(call.deps, await counted(call), call.params.id)),
  ),
  serve(scimHttp.addUser, SCIM, (call) =>
    answering(async () => addPerson(call.deps, await counted(call), call.body), 201),
  ),
  serve(scimHttp.replaceUser, SCIM, (call) =>
    answering(async () => replacePerson(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.patchUser, SCIM, (call) =>
    answering(async () => patchOnePerson(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.removeUser, SCIM, async (call) => removePerson(call.deps, await counted(call), call.params.id)),
  serve(scimHttp.groups, SCIM, (call) => answering(async () => readGroups(call.deps, await counted(call), call.query))),
  serve(scimHttp.group, SCIM, (call) =>
    answering(async () => readOneGroup(call.deps, await counted(call), call.params.id)),
  ),
  serve(scimHttp.addGroup, SCIM, (call) =>
    answering(async () => addGroup(call.deps, await counted(call), call.body), 201),
  ),
  serve(scimHttp.replaceGroup, SCIM, (call) =>
    answering(async () => replaceGroup(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.patchGroup, SCIM, (call) =>
    answering(async () => patchOneGroup(call.deps, await counted(call), { ...call.params, body: call.body })),
  ),
  serve(scimHttp.removeGroup, SCIM, async (call) => removeGroup(call.deps, await counted(call), call.params.id)),
];
