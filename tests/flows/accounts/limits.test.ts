import { startApi } from '@belfry/api/server';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi, testConfig, type TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { createFakeBroker } from '../../support/services/fake-broker.ts';
import { createHttpClient, type HttpClient } from '../../support/http-client.ts';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { newRegistration } from '../../support/accounts.ts';

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});
async function start(env: Record<string, string> = {}): Promise<TestApi> {
  const api = await startTestApi(env);
  stops.push(api.stop);
  return api;
}
/** Starts the same api again with the same database. */
async function restart({ config: { DATABASE_URL, DATA_DIR } }: TestApi, env = {}): Promise<HttpClient> {
  const again = await startApi(testConfig({ DATABASE_URL, DATA_DIR, ...env }), { broker: createFakeBroker() });
  stops.push(again.stop);
  return createHttpClient(`http://127.0.0.1:${again.port}`);
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
/** Requests of one client behind a local proxy. */
const from = (ip: string) => ({ 'x-forwarded-for': ip });

describe('rate limits', () => {
  it('of registrations last five minutes, survive a restart, and apply to one address', async () => {
    const api = await start({ RATE_LIMIT_SCALE: '0.1' });
    const tries = [];
    for (let count = 0; count < 11; count += 1)
      tries.push(await api.call(registrationHttp.register, null, newRegistration({ country_code: 'ZZ' })));
    expect(statuses(tries)).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect(tries.at(-1)?.body['error']).toBe('Too many registration attempts. Please try again in 5 minutes');
    expect(Number(tries.at(-1)?.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    const again = await restart(api, { RATE_LIMIT_SCALE: '0.1' });
    expect((await again.call(registrationHttp.register, null, { ...newRegistration() })).status).toBe(429);
    const elsewhere = { headers: from('203.0.113.9') };
    expect((await again.call(registrationHttp.register, null, newRegistration(), elsewhere)).status).toBe(200);
  });

  it('of registrations with a taken email address are lower', { tags: ['full'] }, async () => {
    const api = await start();
    const taken = await createUser(api);
    const tries = [];
    for (let count = 0; count < 22; count += 1)
      tries.push(await api.call(registrationHttp.register, null, newRegistration({ email: taken.email })));
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(20);
    expect(tries.at(-1)?.status).toBe(429);
  });

  it('of taken email addresses hold for concurrent requests', { tags: ['full'] }, async () => {
    const api = await start();
    const taken = await createUser(api);
    const tries = await Promise.all(
      Array.from({ length: 60 }, () =>
        api.call(registrationHttp.register, null, newRegistration({ email: taken.email })),
      ),
    );
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(20);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(40);
    // A registration with a new email address is not counted towards that limit.
    const elsewhere = { headers: from('203.0.113.9') };
    const others = Array.from({ length: 30 }, () => newRegistration());
    const registered = await Promise.all(
      others.map((other) => api.call(registrationHttp.register, null, other, elsewhere)),
    );
    expect(new Set(statuses(registered))).toEqual(new Set([200]));
  });

  it('of code confirmations apply to the caller', async () => {
    const api = await start({ RATE_LIMIT_SCALE: '0.1' });
    const guess = () => api.call(registrationHttp.confirmEmail, null, { email: 'nobody@belfry.test', code: '1234' });
    const tries = await Promise.all(Array.from({ length: 15 }, guess));
    expect(tries.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('of new codes apply to the user, so that few guesses are possible per day', async () => {
    const api = await start({ CODE_RESEND_AFTER_S: '0', RATE_LIMIT_SCALE: '0.5' });
    const user = newRegistration();
    await api.call(registrationHttp.register, null, user);
    const resend = () => api.call(registrationHttp.resendEmail, null, { email: user.email });
    const tries = [];
    for (let count = 0; count < 12; count += 1) tries.push(await resend());
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(tries.at(-1)?.status).toBe(429);
    expect(Number(tries.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3_600);
  });

  it('of links are the same for known and unknown email addresses', async () => {
    const api = await start();
    const known = await createUser(api);
    for (const email of [known.email, 'nobody@belfry.test']) {
      const ask = () => api.call(passwordsHttp.forgot, null, { email });
      expect(statuses(await Promise.all([ask(), ask(), ask(), ask()])).sort((a, b) => a - b)).toEqual([
        200, 200, 200, 429,
      ]);
    }
  });

  it('of the current password apply to the user', async () => {
    const api = await start();
    const { key } = await createUser(api);
    const body = { currentPassword: 'Wrong-1', newPassword: 'Changed-1' };
    const tries = [];
    for (let count = 0; count < 11; count += 1) tries.push(await api.call(passwordsHttp.change, { key }, { ...body }));
    expect(statuses(tries)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});
