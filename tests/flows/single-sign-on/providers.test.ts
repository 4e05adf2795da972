import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { findAudit } from '../../support/audit.ts';
import { createAdmin, createCompany, createUser } from '../../support/factories.ts';
import {
  CLIENT_SECRET,
  type HostileProvider,
  startHostileProvider,
} from '../../support/providers/hostile-identity-provider.ts';
import { createOrganisation, SIGN_ON_SETTINGS } from '../../support/single-sign-on.ts';

let api: TestApi;
let idp: HostileProvider;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, SIGN_ON_SETTINGS);
  idp = await startHostileProvider();
});
afterAll(() => idp.stop());

const BODY = { name: 'Login', issuer: 'https://login.example.com', client_id: 'belfry', client_secret: CLIENT_SECRET };

describe('identity providers', () => {
  it('are seen by their owner and administrators only, without the secret', async () => {
    const { owner, admin, provider_id } = await createOrganisation(api, idp.issuer);
    const stranger = await createUser(api);
    const idsOf = async (user: { key: string }) => {
      const { body } = await api.call(providersHttp.list, user);
      return body.map((found) => found.provider_id);
    };
    expect(await idsOf(owner)).toEqual([provider_id]);
    expect(await idsOf(admin)).toContain(provider_id);
    expect(await idsOf(stranger)).toEqual([]);
    for (const endpoint of [providersHttp.remove, providersHttp.test, providersHttp.makeScimToken])
      expect((await api.call(endpoint, stranger, { provider_id })).status).toBe(404);
    const change = { ...BODY, client_secret: undefined, provider_id, revision: 1 };
    expect((await api.call(providersHttp.change, stranger, change)).status).toBe(404);
    const shown = JSON.stringify((await api.call(providersHttp.list, owner)).body);
    expect(shown).not.toContain(CLIENT_SECRET);
    const [row] = await api.db
      .selectFrom('identity_providers')
      .selectAll()
      .where('provider_id', '=', provider_id)
      .execute();
    expect(row?.client_secret.includes(CLIENT_SECRET)).toBe(false);
    const [audited] = await findAudit(api.db, 'identity-provider.create', provider_id);
    expect(JSON.stringify(audited)).not.toContain(CLIENT_SECRET);
  });

  it('are five at most for an organisation', async () => {
    const owner = await createUser(api);
    for (let n = 0; n < 5; n += 1) expect((await api.call(providersHttp.add, owner, BODY)).status).toBe(201);
    expect((await api.call(providersHttp.add, owner, BODY)).status).toBe(422);
  });

  it('have rules for places of the organisation only', async () => {
    const [owner, other] = [await createUser(api), await createUser(api)];
    const { company_id } = await createCompany(api, { user_id: other.id });
    const rules = [{ value: 'staff', company_id, role: 'manager' }];
    expect((await api.call(providersHttp.add, owner, { ...BODY, rules })).status).toBe(422);
  });

  it('are added for somebody else by administrators only', async () => {
    const [owner, other, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
    expect((await api.call(providersHttp.add, other, { ...BODY, owner_id: owner.id })).status).toBe(403);
    const { status, body } = await api.call(providersHttp.add, admin, { ...BODY, owner_id: owner.id });
    expect(status).toBe(201);
    expect(body.owner_id).toBe(owner.id);
  });

  it.each([
    ['http://93.184.216.34', /must have https: a public address needs https\. /],
    ['https://10.0.0.1', /the address is not public\. Private networks need IDENTITY_PROVIDER_ALLOW\.$/],
    ['http://[fd00::1]/realm', /the address is not public/],
  ])('have no issuer that is never called: %s', async (issuer, text) => {
    const owner = await createUser(api);
    const refused = await api.call(providersHttp.add, owner, { ...BODY, issuer });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ error: expect.stringMatching(text), details: [{ path: 'issuer' }] });
    const { body: stored } = await api.call(providersHttp.add, owner, BODY);
    const change = { ...BODY, client_secret: undefined, issuer, provider_id: stored.provider_id, revision: 1 };
    expect((await api.call(providersHttp.change, owner, change)).status).toBe(422);
    expect((await api.call(providersHttp.list, owner)).body).toMatchObject([{ issuer: BODY.issuer }]);
  });

  it('say what a test has found', async () => {
    const { owner, provider_id } = await createOrganisation(api, idp.issuer);
    expect((await api.call(providersHttp.test, owner, { provider_id })).body).toEqual({
      problem: null,
      issuer: null,
      authorization_endpoint: `${idp.issuer}/authorize`,
      keys: 1,
      algorithms: ['RS256'],
      back_channel_logout: true,
    });
  });

  it('end with the memberships that they made', async () => {
    const { owner, provider_id, node } = await createOrganisation(api, idp.issuer);
    const { id: user_id } = await createUser(api);
    const membership = { company_id: node.company_id, user_id, role: 'viewer', rights: 3, provider_id } as const;
    await api.db.insertInto('memberships').values(membership).execute();
    expect((await api.call(providersHttp.remove, owner, { provider_id })).status).toBe(204);
    const left = api.db.selectFrom('memberships').select('member_id').where('user_id', '=', user_id);
    expect(await left.execute()).toEqual([]);
  });
});

describe('a mail domain', () => {
  it('is confirmed by administrators, and belongs to one provider', async () => {
    const { owner, admin, domain } = await createOrganisation(api, idp.issuer);
    const { body: second } = await api.call(providersHttp.add, owner, { ...BODY, domains: [domain] });
    const proof = { provider_id: second.provider_id, domain };
    expect((await api.call(providersHttp.confirmDomain, owner, proof)).status).toBe(403);
    expect((await api.call(providersHttp.confirmDomain, admin, proof)).status).toBe(409);
    expect((await api.call(providersHttp.confirmDomain, admin, { ...proof, domain: 'not-there.test' })).status).toBe(
      404,
    );
  });

  it('is not proven without its record', async () => {
    const owner = await createUser(api);
    const { body } = await api.call(providersHttp.add, owner, { ...BODY, domains: ['Unproven.Invalid'] });
    expect(body.domains).toMatchObject([
      { domain: 'unproven.invalid', proven_at: null, dns_name: '_belfry.unproven.invalid' },
    ]);
    const { status } = await api.call(providersHttp.checkDomain, owner, {
      provider_id: body.provider_id,
      domain: 'unproven.invalid',
    });
    expect(status).toBe(422);
  });

  it('keeps its proof while it stays', async () => {
    const { owner, provider_id, domain } = await createOrganisation(api, idp.issuer);
    const { client_secret: _secret, ...fields } = BODY;
    const change = { ...fields, provider_id, revision: 1, domains: [domain, 'more.example.com'] };
    const { body } = await api.call(providersHttp.change, owner, change);
    expect(body.domains).toMatchObject([
      { domain: 'more.example.com', proven_by: null },
      { domain, proven_by: 'administrator' },
    ]);
  });
});
