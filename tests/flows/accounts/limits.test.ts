import { startApi } from '@belfry/api/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testConfig, type TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createUser } from '../../support/factories.ts';
import { createFakeBroker } from '../../support/services/fake-broker.ts';
import { createHttpClient, type HttpClient } from '../../support/http-client.ts';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { newRegistration } from '../../support/accounts.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
/** Limits that nothing is counted against yet. */
const limit = async (env: Partial<Record<'RATE_LIMIT_SCALE' | 'CODE_RESEND_AFTER_S', string>> = {}): Promise<void> =>
  onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '1', ...env }));
/** Another instance of the same api, as after a restart. */
async function restart(env: Record<string, string>): Promise<HttpClient> {
  const { DATABASE_URL, DATA_DIR } = api.config;
  const again = await startApi(testConfig({ DATABASE_URL, DATA_DIR, ...env }), { broker: createFakeBroker() });
  onTestFinished(() => again.stop());
  return createHttpClient(`http://127.0.0.1:${again.port}`);
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
/** Requests of one client behind a local proxy. */
const from = (ip: string) => ({ 'x-forwarded-for': ip });

describe('rate limits', () => {
  it('of registrations last five minutes, survive a restart, and apply to one address', async () => {
    await limit({ RATE_LIMIT_SCALE: '0.1' });
    const tries = [];
    for (let count = 0; count < 11; count += 1)
      tries.push(await api.call(registrationHttp.register, null, newRegistration({ country_code: 'ZZ' })));
    expect(statuses(tries)).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect(tries.at(-1)?.body['error']).toBe('Too many registration attempts. Please try again in 5 minutes');
    expect(Number(tries.at(-1)?.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    const again = await restart({ RATE_LIMIT_SCALE: '0.1' });
    expect((await again.call(registrationHttp.register, null, { ...newRegistration() })).status).toBe(429);
    const elsewhere = { headers: from('203.0.113.9') };
    expect((await again.call(registrationHttp.register, null, newRegistration(), elsewhere)).status).toBe(200);
  });

  it('of registrations with a taken email address are lower', { tags: ['full'] }, async () => {
    await limit();
    const taken = await createUser(api);
    const tries = [];
    for (let count = 0; count < 22; count += 1)
      tries.push(await api.call(registrationHttp.register, null, newRegistration({ email: taken.email })));
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(20);
    expect(tries.at(-1)?.status).toBe(429);
  });

  it('of taken email addresses hold for concurrent requests', { tags: ['full'] }, async () => {
    await limit();
    const taken = await createUser(api);
    const tries = await Promise.all(
      Array.from({ length: 60 }, () =>
        api.call(registrationHttp.register, null, newRegistration({ email: taken.email })),
      ),
    );
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(20);
    // A busy machine answers 503 to some of so many at once, and counts no attempt then.
    expect(tries.filter(({ status }) => status === 429 || status === 503)).toHaveLength(40);
    // A registration with a new email address is not counted towards that limit.
    const elsewhere = { headers: from('203.0.113.9') };
    const others = Array.from({ length: 30 }, () => newRegistration());
    const registered = await Promise.all(
      others.map((other) => api.call(registrationHttp.register, null, other, elsewhere)),
    );
    expect(new Set(statuses(registered))).toEqual(new Set([200]));
  });

  it('of code confirmations apply to the caller', async () => {
    await limit({ RATE_LIMIT_SCALE: '0.1' });
    const guess = () => api.call(registrationHttp.confirmEmail, null, { email: 'nobody@belfry.test', code: '1234' });
    const tries = await Promise.all(Array.from({ length: 15 }, guess));
    expect(tries.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('of new codes apply to the user, so that few guesses are possible per day', async () => {
    await limit({ CODE_RESEND_AFTER_S: '0', RATE_LIMIT_SCALE: '0.5' });
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
    await limit();
    const known = await createUser(api);
    for (const email of [known.email, 'nobody@belfry.test']) {
      const ask = () => api.call(passwordsHttp.forgot, null, { email });
      expect(statuses(await Promise.all([ask(), ask(), ask(), ask()])).sort((a, b) => a - b)).toEqual([
        200, 200, 200, 429,
      ]);
    }
  });

  it('of the current password apply to the user', async () => {
    await limit();
    const { key } = await createUser(api);
    const body = { currentPassword: 'Wrong-1', newPassword: 'Changed-1' };
    const tries = [];
    for (let count = 0; count < 11; count += 1) tries.push(await api.call(passwordsHttp.change, { key }, { ...body }));
    expect(statuses(tries)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});
