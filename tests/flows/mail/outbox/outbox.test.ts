import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../../support/factories.ts';
import { mailTo, tokenIn, untilSent } from '../../../support/outbox.ts';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { newRegistration, registerForCode, registerFully } from '../../../support/accounts.ts';
import { type Caller } from '../../../support/http-client.ts';

let api: TestApi;
let admin: TestUser;
let root: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000' });
  [admin, root] = [await createAdmin(api), await createUser(api, { role: 'root' })];
});
afterAll(() => api.stop());

const list = (key: string, query: Record<string, string> = {}) => api.call(outboxHttp.list, { key }, { ...query });
const read = (key: string, id: number | string) => api.call(outboxHttp.read, { key }, { id });

describe('the outbox', () => {
  it('shows administrators the sent messages, newest first, each with its code', async () => {
    const account = await registerForCode(api);
    await untilSent(api, 'recipient', account.email);
    const { body, headers } = await list(admin.key, { q: account.email.toUpperCase() });
    expect(headers.get('x-total-count')).toBe('1');
    expect(body[0]).toMatchObject({
      channel: 'mail',
      kind: 'confirm_email',
      recipient: account.email,
      state: 'sent',
      attempts: 1,
      last_error: null,
      next_attempt_at: null,
      sent_at: expect.any(String),
    });
    const message = await read(admin.key, body[0]?.id ?? 0);
    expect(message.body).toMatchObject({ code: account.code, link: null, text: expect.stringContaining(account.code) });
    expect(message.body.html).toContain(account.code);
  });

  it('can be searched as text, filtered and paged', async () => {
    const account = await registerFully(api, newRegistration({ email: 'odd_%name@belfry.test' }));
    expect((await list(admin.key, { q: 'odd_%name' })).body).toHaveLength(1);
    expect((await list(admin.key, { q: 'oddx' })).body).toHaveLength(0);
    expect((await list(admin.key, { q: `'; drop table users; --` })).body).toEqual([]);
    const sms = await list(admin.key, { q: account.phone, channel: 'sms' });
    expect(sms.body).toMatchObject([{ channel: 'sms', kind: 'confirm_phone', subject: null }]);
    expect((await list(admin.key, { state: 'failed' })).body).toEqual([]);
    const pages = [];
    const total = Number((await list(admin.key)).headers.get('x-total-count'));
    for (let page = 1; page <= total; page += 1) {
      pages.push(...(await list(admin.key, { page: String(page), page_size: '1' })).body);
    }
    expect(pages.map(({ id }) => id)).toEqual((await list(admin.key, { page_size: '100' })).body.map(({ id }) => id));
    expect((await list(admin.key, { page: '0' })).status).toBe(400);
  });

  it('is denied to users and without a key', async () => {
    const user = await createUser(api);
    const calls = (caller: Caller) => [api.call(outboxHttp.list, caller), api.call(outboxHttp.read, caller, { id: 1 })];
    for (const answer of await Promise.all(calls(user)))
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    for (const { status } of await Promise.all(calls(null))) expect(status).toBe(401);
  });

  it('does not show an administrator the link of a root account', async () => {
    await api.call(passwordsHttp.forgot, null, { email: root.email });
    const token = tokenIn((await mailTo(api, root.email)).text);
    const [item] = (await list(root.key, { q: root.email })).body;
    expect((await read(root.key, item?.id ?? 0)).body.link).toContain(token);
    expect((await list(admin.key, { q: root.email })).body).toEqual([]);
    expect((await read(admin.key, item?.id ?? 0)).status).toBe(404);
    expect(JSON.stringify((await list(admin.key, { page_size: '500' })).body)).not.toContain(root.email);
  });

  it('writes audit rows of its readers', async () => {
    const [item] = (await list(admin.key)).body;
    await read(admin.key, item?.id ?? 0);
    const rows = api.db.selectFrom('audit_log').selectAll().where('action', '=', 'outbox.read');
    expect((await rows.where('user_id', '=', admin.id).execute()).map(({ object_id }) => object_id)).toContain(
      String(item?.id),
    );
    expect((await read(admin.key, 'x')).status).toBe(400);
    expect((await read(admin.key, 999_999)).status).toBe(404);
  });
});

describe('the outbox files', () => {
  it('are readable by their owner only', async () => {
    await registerForCode(api);
    const folder = join(api.config.DATA_DIR, 'outbox/mail');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    // A file that is being written has another name until it is complete.
    await expect
      .poll(() => readdir(folder))
      .toSatisfy((names: string[]) => names.every((name) => !name.endsWith('.part')));
    const names = await readdir(folder);
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect(name).toMatch(/^\d+\.eml$/);
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });
});
