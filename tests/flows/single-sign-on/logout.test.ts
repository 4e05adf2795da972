import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { signOnHttp } from '@belfry/schemas/http/single-sign-on/sign-on';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import {
  CLIENT_ID,
  type Forgery,
  type HostileProvider,
  startHostileProvider,
} from '../../support/providers/hostile-identity-provider.ts';
import { fromIp } from '../../support/limits.ts';
import {
  beginSignOn,
  createOrganisation,
  exchangeToken,
  forgeSignOn,
  type Organisation,
  returnFromProvider,
  SIGN_ON_SETTINGS,
} from '../../support/single-sign-on.ts';

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

describe('a provider of which strangers ask as much as they may', () => {
  const start = (cookie = '', provider = organisation.provider_id) =>
    fetch(api.address(signOnHttp.start, { provider }), { redirect: 'manual', headers: { cookie } });
  const keys = async (like: string) =>
    (await api.db.selectFrom('rate_limits').select('key').where('key', 'like', like).execute()).length;

  it('is still there for sign-ins after junk logouts and callbacks, and for those known after junk starts', async () => {
    onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' }));
    await api.db.deleteFrom('rate_limits').execute();
    const member = await forgeSignOnWithCookie('erin');
    await api.db.deleteFrom('rate_limits').execute();
    const { provider_id: provider } = organisation;
    const from = (network: number, host: number) => ({ headers: fromIp(`198.51.${network}.${host}`) });
    const body = new URLSearchParams({ logout_token: 'junk' }).toString();
    for (let call = 0; call < 40; call += 1) {
      await api.call(signOnHttp.logout, null, { provider }, { body, ...from(100, call) });
      await api.raw(signOnHttp.callback, null, { provider, state: 'junk', code: 'x' }, from(101, call));
    }
    expect(await keys(`%-of:${provider}`)).toBe(0);
    expect((await start()).status).toBe(302);
    // Others have used up all starts.
    const used = api.db.updateTable('rate_limits').set({ hits: 300 }).where('key', '=', `sign-on-start-of:${provider}`);
    expect((await used.executeTakeFirst()).numUpdatedRows).toBe(1n);
    expect((await start()).status).toBe(429);
    expect((await start(member)).status).toBe(302);
    expect((await api.raw(signOnHttp.start, null, { provider: 2_000_000_000 }, from(103, 1))).status).toBe(404);
    expect(await keys('%:2000000000')).toBe(0);
  });

  /** @returns the cookie by which the browser is known afterwards */
  async function forgeSignOnWithCookie(sub: string): Promise<string> {
    const { nonce, state, cookie } = await beginSignOn(api, organisation.provider_id);
    idp.next = { nonce, forgery: { claims: { email: `${sub}@${organisation.domain}`, sub } } };
    const { token } = await returnFromProvider(api, organisation.provider_id, { cookie, code: 'code', state });
    const { status, headers } = await exchangeToken(api, token, cookie);
    expect(status).toBe(200);
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }
});
