import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import {
  CLIENT_ID,
  type Forgery,
  type HostileProvider,
  startHostileProvider,
} from '../../support/providers/hostile-identity-provider.ts';
import { createOrganisation, forgeSignOn, type Organisation, SIGN_ON_SETTINGS } from '../../support/single-sign-on.ts';

let api: TestApi;
let idp: HostileProvider;
let organisation: Organisation;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, SIGN_ON_SETTINGS);
  idp = await startHostileProvider();
  organisation = await createOrganisation(api, idp.issuer);
});
afterAll(() => idp.stop());

const now = (): number => Math.floor(Date.now() / 1_000);
const signOn = (sub: string, sid?: string) => forgeSignOn(api, { idp, ...organisation }, { sub, ...(sid && { sid }) });

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const right = () => ({
    iss: idp.issuer,
    aud: CLIENT_ID,
    iat: now(),
    exp: now() + 120,
    jti: crypto.randomUUID() as string,
    events: EVENTS,
  });
  const logOut = async (logout_token: string): Promise<number> => {
    const body = new URLSearchParams({ logout_token }).toString();
    return (await api.call(signOnHttp.logout, null, { provider: organisation.provider_id }, { body })).status;
  };
  const isAlive = async (key: string) => (await api.call(providersHttp.list, { key })).status === 200;

  it('with a session ends that session only', async () => {
    const [first, second] = [await signOn('carol', 'one'), await signOn('carol', 'two')];
    expect(await logOut(idp.token({ ...right(), sub: 'carol', sid: 'one' }))).toBe(204);
    expect(await isAlive(first.key)).toBe(false);
    expect(await isAlive(second.key)).toBe(true);
    expect(await logOut(idp.token({ ...right(), sub: 'nobody' }))).toBe(204);
  });

  it.each<[string, Record<string, unknown>, Pick<Forgery, 'header' | 'signedBy'>?]>([
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['for another client', { aud: 'somebody-else' }],
    ['of an hour ago', { iat: Math.floor(Date.now() / 1_000) - 3_600 }],
    ['that has expired', { exp: 1 }],
    ['without an id', { jti: undefined }],
    ['with a nonce, as an ID token has it', { nonce: 'x' }],
    ['without the event', { events: {} }],
    ['for nobody', { sub: undefined }],
    ['signed with another key', {}, { signedBy: 'other-key' }],
    ['signed with the secret', {}, { signedBy: 'secret' }],
    ['signed by nobody', {}, { signedBy: 'nothing' }],
    ['of another type', {}, { header: { typ: 'at+jwt' } }],
  ])('is refused %s', async (_name, claims, forged = {}) => {
    const { key } = await signOn('dave');
    expect(await logOut(idp.token({ ...right(), sub: 'dave', ...claims }, forged))).toBe(401);
    expect(await isAlive(key)).toBe(true);
  });

  it('is accepted once, and with keys that the provider has just changed', async () => {
    const { key } = await signOn('erin');
    idp.rotate();
    const token = idp.token({ ...right(), sub: 'erin' });
    expect(await logOut(token)).toBe(204);
    expect(await isAlive(key)).toBe(false);
    const again = await signOn('erin');
    expect(await logOut(token)).toBe(401);
    expect(await isAlive(again.key)).toBe(true);
  });
});
