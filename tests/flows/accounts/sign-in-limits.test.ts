import { passwordTurns } from '@belfry/api/lib/password-hash';
import { letPass } from '@belfry/schemas/testing/clock';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { fromIp, advanceRateLimits, countStatuses } from '../../support/limits.ts';
import { mailTo, readMails, tokenIn, untilSent } from '../../support/outbox.ts';
import { until } from '../../support/until.ts';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1', PUBLIC_URL: 'https://console.belfry.test/' });
});

const HOUR_S = 3_600;
const WAVE = 50;
const times = <T>(count: number, act: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => act(index));
const signIn = (email: string, password: string, ip: string, unlock?: string) =>
  api.call(authHttp.signIn, null, { email, password, unlock }, { headers: fromIp(ip) });
/** Address `index` of a network of 65,536. */
const addressOf = (network: string, index: number): string => `${network}.${index >> 8}.${index & 255}`;
/** Guesses from as many addresses, with limited concurrency. */
async function attack(email: string, count: number, network = '100.64'): Promise<{ status: number }[]> {
  const answers = [];
  for (let done = 0; done < count; done += WAVE) {
    const wave = times(Math.min(WAVE, count - done), (index) =>
      signIn(email, `Guess-${index}`, addressOf(network, done + index)),
    );
    answers.push(...(await Promise.all(wave)));
  }
  return answers;
}
const requestLink = (email: string, ip = '203.0.113.1') =>
  api.call(authHttp.requestUnlock, null, { email }, { headers: fromIp(ip) });
async function linkOf({ email }: TestUser, ip?: string): Promise<string> {
  expect((await requestLink(email, ip)).status).toBe(200);
  return tokenIn((await mailTo(api, email)).text);
}

describe('password guesses', () => {
  it('from 200 addresses are rejected after 30 for an account, known or not', { tags: ['full'] }, async () => {
    const victim = await createUser(api);
    expect(countStatuses(await attack(victim.email, 200))).toEqual({ 401: 30, 429: 170 });
    expect(countStatuses(await attack('nobody-at-all@belfry.test', 40))).toEqual({ 401: 30, 429: 10 });
    const refused = await signIn(victim.email, PASSWORD, '203.0.113.2');
    expect(refused.status).toBe(429);
    expect(refused.body.error).toBe('Too many attempts. Please try again in 60 minutes');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(59 * 60);
  });

  it('from an IPv6 network count as one address, and so do both notations of an IPv4 address', async () => {
    const [one, other] = [await createUser(api), await createUser(api)];
    const six = times(20, (index) => signIn(one.email, 'Wrong-1', `2001:db8:7:7:${index.toString(16)}::1`));
    expect(countStatuses(await Promise.all(six))).toEqual({ 401: 10, 429: 10 });
    expect((await signIn(one.email, PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
    const four = times(20, (index) => signIn(other.email, 'Wrong-1', `${index % 2 ? '::ffff:' : ''}203.0.113.3`));
    expect(countStatuses(await Promise.all(four))).toEqual({ 401: 10, 429: 10 });
  });

  it('from one address take at most ten of the attempts of the account', async () => {
    const { email } = await createUser(api);
    const guesses = times(100, () => signIn(email, 'Wrong-1', '203.0.113.4'));
    expect(countStatuses(await Promise.all(guesses))).toEqual({ 401: 10, 429: 90 });
    expect(countStatuses(await attack(email, 40))).toEqual({ 401: 20, 429: 20 });
  });

  it('are possible again after the time limit, with a new count', async () => {
    const { email } = await createUser(api);
    await attack(email, 40);
    await advanceRateLimits(api, HOUR_S);
    expect(countStatuses(await attack(email, 40))).toEqual({ 401: 30, 429: 10 });
    expect(Number((await signIn(email, PASSWORD, '203.0.113.5')).headers.get('retry-after'))).toBeGreaterThan(59 * 60);
  });

  it('do not include right passwords, which are not limited', async () => {
    const { email } = await createUser(api);
    for (let count = 0; count < 35; count += 1) {
      expect((await signIn(email, PASSWORD, addressOf('100.65', count))).status).toBe(200);
    }
  });

  it('are not forgotten after a right password from another address', async () => {
    const { email } = await createUser(api);
    await attack(email, 25);
    expect((await signIn(email, PASSWORD, '203.0.113.6')).status).toBe(200);
    expect(countStatuses(await attack(email, 10, '100.66'))).toEqual({ 401: 5, 429: 5 });
  });
});

it('from one address at many email addresses write a bounded number of rows', { tags: ['full'] }, async () => {
  onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' }));
  const tryMail = (index: number) =>
    api.call(authHttp.signIn, null, { email: `mail-${index}@belfry.test`, password: 'Wrong-1' });
  const tries = [];
  for (let wave = 0; wave < 9; wave += 1)
    tries.push(...(await Promise.all(times(5, (index) => tryMail(wave * 5 + index)))));
  expect(countStatuses(tries)).toEqual({ 401: 30, 429: 15 });
  const { rows } = await api.db
    .selectFrom('rate_limits')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  // One row for the address, and per email address one for both and one for the account.
  expect(rows).toBe(61);
});

describe('the owner of an account whose limit is exhausted', () => {
  it('can sign in by an emailed link, once, during the attack', async () => {
    const owner = await createUser(api, { email: 'owner-1@belfry.test' });
    await attack(owner.email, 40);
    const unlock = await linkOf(owner);
    const [login] = await Promise.all([signIn(owner.email, PASSWORD, '203.0.113.7', unlock), attack(owner.email, 40)]);
    expect(login).toMatchObject({ status: 200, body: { id: owner.id } });
    expect(await signIn(owner.email, PASSWORD, '203.0.113.7', unlock)).toMatchObject({
      status: 410,
      body: { code: 'link_expired' },
    });
    expect((await signIn(owner.email, PASSWORD, '203.0.113.70')).status).toBe(429);
  });

  it('signs in from where they are signed in, and with a browser with which they were, without a link', async () => {
    const owner = await createUser(api);
    const first = await signIn(owner.email, PASSWORD, '203.0.113.71');
    const [cookie = ''] = first.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
    await attack(owner.email, 40);
    expect((await signIn(owner.email, PASSWORD, '203.0.113.72')).status).toBe(429);
    expect((await signIn(owner.email, PASSWORD, '203.0.113.71')).status).toBe(200);
    await api.db.deleteFrom('user_keys').where('user_id', '=', owner.id).execute();
    const withCookie = (text: string, password = PASSWORD, email = owner.email) =>
      api.call(authHttp.signIn, null, { email, password }, { headers: { ...fromIp('203.0.113.73'), cookie: text } });
    const forged = cookie.replace(/\.[^.]*$/, `.${'A'.repeat(43)}`);
    const another = await createUser(api);
    const theirs = await signIn(another.email, PASSWORD, '203.0.113.74');
    const [foreign = ''] = theirs.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
    for (const text of ['', forged, foreign]) expect((await withCookie(text)).status).toBe(429);
    const known = await withCookie(cookie);
    expect(known.status).toBe(200);
    expect(known.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    const guesses = await Promise.all(times(20, () => withCookie(cookie, 'Wrong-1')));
    expect(countStatuses(guesses)).toEqual({ 401: 10, 429: 10 });
  });

  it('is signed in before the guesses that wait for their turn, from where they are known', async () => {
    const owner = await createUser(api);
    const home = '203.0.113.75';
    expect((await signIn(owner.email, PASSWORD, home)).status).toBe(200);
    const busy = await Promise.all(['a', 'b', 'c'].map((key) => passwordTurns.acquire(key)));
    const order: string[] = [];
    const counted = (email: string) =>
      api.db.selectFrom('rate_limits').select('key').where('key', 'like', `login%${email}%`).execute();
    const guesses = times(20, async (index) => {
      await signIn(`nobody-${index}@belfry.test`, 'Wrong-1', addressOf('100.69', index));
      order.push('guess');
    });
    await until('all of them wait', async () => (await counted('nobody-')).length >= 40);
    const known = signIn(owner.email, PASSWORD, home).then(() => order.push('known'));
    await until('the person waits', async () => (await counted(owner.email)).length > 0);
    await letPass(100);
    for (const release of busy) release();
    await Promise.all([known, ...guesses]);
    expect(order.indexOf('known')).toBeLessThan(6);
  });

  it('gets a link that opens the console', async () => {
    const owner = await createUser(api, { email: 'owner-2@belfry.test', lang: 'ru' });
    const token = await linkOf(owner);
    const mail = await mailTo(api, owner.email);
    expect(mail.subject).toBe('Вход в Belfry');
    expect(mail.text).toContain(`https://console.belfry.test/unlock?token=${token}`);
    const row = await api.db.selectFrom('one_time_tokens').selectAll().where('user_id', '=', owner.id).execute();
    expect(row).toHaveLength(1);
    expect(row[0]?.token_hash.toString()).not.toContain(token);
  });

  it('has ten tries with a link, also for concurrent requests', async () => {
    const owner = await createUser(api);
    const unlock = await linkOf(owner);
    const guesses = times(30, (index) => signIn(owner.email, 'Wrong-1', addressOf('100.67', index), unlock));
    expect(countStatuses(await Promise.all(guesses))).toEqual({ 401: 10, 410: 20 });
    expect((await signIn(owner.email, PASSWORD, '203.0.113.8', unlock)).status).toBe(410);
  });

  it('cannot use a link of another account, of another purpose, or an expired one', async () => {
    const [owner, other] = [await createUser(api), await createUser(api)];
    const unlock = await linkOf(owner);
    expect((await signIn(other.email, PASSWORD, '203.0.113.9', unlock)).status).toBe(410);
    expect((await signIn('nobody@belfry.test', PASSWORD, '203.0.113.9', unlock)).status).toBe(410);
    expect((await signIn(owner.email, PASSWORD, '203.0.113.9', 'anything')).status).toBe(410);
    await api.call(passwordsHttp.forgot, null, { email: other.email });
    const reset = tokenIn((await mailTo(api, other.email)).text);
    expect((await signIn(other.email, PASSWORD, '203.0.113.9', reset)).status).toBe(410);
    const change = { token: unlock, newPassword: 'Changed-1' };
    expect((await api.call(passwordsHttp.reset, null, { ...change })).status).toBe(410);
    await untilSent(api, 'user_id', owner.id);
    await api.db
      .updateTable('outgoing_messages')
      .set({ sent_at: sql<Date>`now() - interval '2 hours'` })
      .where('user_id', '=', owner.id)
      .execute();
    expect((await signIn(owner.email, PASSWORD, '203.0.113.9', unlock)).status).toBe(410);
  });

  it('still has a valid link after others have requested all that are sent', async () => {
    const owner = await createUser(api);
    const asked = await Promise.all(times(20, (index) => requestLink(owner.email, addressOf('100.68', index))));
    expect(countStatuses(asked)).toEqual({ 200: 2, 429: 18 });
    const unlock = tokenIn((await mailTo(api, owner.email)).text);
    await advanceRateLimits(api, HOUR_S - 60);
    await api.db
      .updateTable('outgoing_messages')
      .set({ sent_at: sql<Date>`sent_at - interval '59 minutes'` })
      .where('user_id', '=', owner.id)
      .execute();
    const refused = await requestLink(owner.email);
    expect(refused.body.error).toMatch(
      /^A link was sent a short time ago\. Please use the newest one\. Please try again in/,
    );
    expect((await signIn(owner.email, PASSWORD, '203.0.113.10', unlock)).status).toBe(200);
    await advanceRateLimits(api, 60);
    expect((await requestLink(owner.email)).status).toBe(200);
  });

  it('gets the same responses as an unknown account', async () => {
    const known = await createUser(api);
    const [answer, other] = [await requestLink(known.email), await requestLink('nobody-known@belfry.test')];
    expect(other.body).toEqual(answer.body);
    expect(countStatuses(await Promise.all(times(2, () => requestLink('nobody-known@belfry.test'))))).toEqual({
      200: 1,
      429: 1,
    });
    expect((await readMails(api)).filter((mail) => JSON.stringify(mail).includes('nobody-known'))).toEqual([]);
  });
});
