import { publicAddress } from '@belfry/api/lib/console-link';
import { INVALID_PHONE } from '@belfry/schemas/domain/phone';
import { userImportHttp } from '@belfry/schemas/http/users/import';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { mailTo } from '../../support/outbox.ts';
import { newRegistration } from '../../support/accounts.ts';

let api: TestApi;
let admin: TestUser;
let email: string;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});
beforeEach(() => {
  email = `${randomBytes(6).toString('hex')}@belfry.test`;
});

const send = (body: string, query: object = {}, { key } = admin) =>
  api.call(userImportHttp.importPeople, { key }, { ...query, body });
const stored = (address: string) =>
  api.db.selectFrom('users').selectAll().where('email', '=', address).executeTakeFirst();

describe('an import of people', () => {
  it('checks a file without a change, then adds everybody and mails them', async () => {
    const { phone } = newRegistration();
    const csv = `Name;Email;Phone;Role;Lang;Note\nAda Bell;${email};'${phone};;ru;x\n`;
    const checked = await send(csv, { dry_run: 1 });
    expect(checked.body).toMatchObject({
      applied: false,
      lines: 1,
      create: 1,
      invalid: 0,
      preview: [{ line: 2, email }],
    });
    expect(await stored(email)).toBeUndefined();
    await api.db.updateTable('users').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', admin.id).execute();
    expect((await send(csv)).body).toMatchObject({ applied: true, create: 1 });
    expect(await stored(email)).toMatchObject({
      name: 'Ada Bell',
      phone,
      role: 'user',
      lang: 'ru',
      email_confirm: true,
      time_zone: 'Asia/Tokyo',
      utc_offset: 540,
    });
    const { subject, text, html } = await mailTo(api, email);
    expect(subject).toContain('Belfry');
    const login = publicAddress(api.config, '/login');
    expect(text).toContain(login);
    expect(html).toContain(`href="${login}"`);
  });

  it('names what is wrong with each line, and adds nobody or the others', async () => {
    const other = await createUser(api);
    const csv = [
      'name,email,role',
      `Ada Bell,${email},user`,
      `A,a@belfry.test,user`,
      `Bea Bell,nonsense,user`,
      `Cleo Bell,${other.email},user`,
      `Dora Bell,${email.toUpperCase()},user`,
      `Emma Bell,e-${email},root`,
      `Fay\u202E Bell,f-${email},user`,
    ].join('\n');
    const refused = await send(csv);
    expect(refused.body).toMatchObject({ applied: false, create: 1, invalid: 6 });
    expect(refused.body.errors.map(({ line, field }) => [line, field])).toEqual([
      [3, 'name'],
      [4, 'email'],
      [5, 'email'],
      [6, 'email'],
      [7, 'role'],
      [8, 'name'],
    ]);
    expect(await stored(email)).toBeUndefined();
    expect((await send(csv, { lines: 'valid' })).body).toMatchObject({ applied: true, create: 1 });
    expect(await stored(email)).toBeDefined();
  });

  it('names what each column may have', async () => {
    const { body } = await send(`name,email,phone,role,lang\nAda Bell,${email},12,boss,xx\n`, { dry_run: 1 });
    expect(body.errors).toEqual([
      { line: 2, field: 'phone', reason: INVALID_PHONE },
      { line: 2, field: 'role', reason: 'Enter one of user, admin, root, or nothing' },
      { line: 2, field: 'lang', reason: expect.stringContaining('language') },
    ]);
  });

  it('refuses what is no such file, and people who are no administrators', async () => {
    expect(await send('email\na@belfry.test\n')).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('“name”') },
    });
    const user = await createUser(api);
    expect((await send(`name,email\nAda Bell,${email}\n`, {}, user)).status).toBe(403);
  });
});
