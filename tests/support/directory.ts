import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { scimHttp } from '@belfry/schemas/http/single-sign-on/scim';
import type { TestApi } from './api.ts';
import { success } from './http-client.ts';
import { createOrganisation } from './single-sign-on.ts';

let people = 0;

/** The directory of a new organisation, with what tests ask of it. */
export async function createDirectory(api: TestApi) {
  const organisation = await createOrganisation(api, 'https://login.example.com');
  const { provider_id, owner, domain } = organisation;
  const { token: key } = await success(api.call(providersHttp.makeScimToken, owner, { provider_id }));
  const caller = { key };

  /** What a directory sends of somebody who is not there yet. */
  function newPerson(overrides: Record<string, unknown> = {}) {
    people += 1;
    const email = `person-${people}@${domain}`;
    return {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email,
      externalId: `object-${people}`,
      displayName: `Person ${people}`,
      name: { givenName: 'Person', familyName: String(people) },
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
      ...overrides,
    };
  }

  const accountOf = (email: string) =>
    api.db.selectFrom('users').select(['id', 'name', 'email', 'active']).where('email', '=', email).executeTakeFirst();

  async function addPerson(overrides: Record<string, unknown> = {}) {
    const sent = newPerson(overrides);
    const { id } = await success(api.call(scimHttp.addUser, caller, sent));
    const account = await accountOf(sent.emails[0]?.value ?? '');
    if (!account) throw new Error('there is no account');
    return { id: Number(id), email: account.email, external_id: sent.externalId, user_id: account.id };
  }

  async function addGroup(displayName: string, ids: number[] = []): Promise<number> {
    const members = ids.map((id) => ({ value: String(id) }));
    const { id } = await success(api.call(scimHttp.addGroup, caller, { displayName, members }));
    return Number(id);
  }

  return {
    ...organisation,
    caller,
    newPerson,
    addPerson,
    addGroup,
    accountOf,
    patch: (id: number, Operations: unknown[]) => api.call(scimHttp.patchUser, caller, { id, Operations }),
    patchGroup: (id: number, Operations: unknown[]) => api.call(scimHttp.patchGroup, caller, { id, Operations }),
    membershipsOf: (user_id: number) =>
      api.db.selectFrom('memberships').select(['role', 'company_id']).where('user_id', '=', user_id).execute(),
  };
}
export type TestDirectory = Awaited<ReturnType<typeof createDirectory>>;
