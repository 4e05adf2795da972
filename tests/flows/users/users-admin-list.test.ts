import { USER_SORTS, usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { hashKey } from '@belfry/api/lib/keys';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let user: TestUser;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  user = await createUser(api, { country_code: 'IN', time_zone: 'Asia/Kolkata', utc_offset: 0 });
  [admin, root] = [await createAdmin(api), await createUser(api, { role: 'root' })];
});

const info = (caller: TestUser | undefined, body: object) => api.call(usersAdminHttp.read, caller ?? null, { ...body });

const list = (caller: TestUser | undefined, query: Record<string, string> = {}, body: object = {}) =>
  // As it is, because a filter in the body is refused.
  api.call(usersAdminHttp.list, caller, { ...query }, { body: JSON.stringify(body) });

const idsOf = async (caller: TestUser, query: Record<string, string> = {}) =>
  (await list(caller, query)).body.map(({ id }) => id);

/** The fields of a user with the revision. `user_key` is not among them (USER-6). */
const FIELDS =
  'id name email email_confirm phone phone_confirm role active blocked may_text_any_number lang country country_code city region utc_offset created_at last_login key_created_at companies two_factor full_quotas revision'
    .split(' ')
    .sort();

describe('the list of users', () => {
  it('is for administrators', async () => {
    expect((await list(undefined)).status).toBe(401);
    expect(await list(user)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await list(user, {}, { admin_user_key: root.key })).status).toBe(403);
    expect((await list(admin, {}, { admin_user_key: admin.key })).status).toBe(200);
    expect((await list(admin, {}, { role: 'root' })).status).toBe(400);
  });

  it('is an array of all user fields without secrets', async () => {
    const { body, headers } = await list(root);
    expect([headers.get('x-total-count'), headers.get('x-unfiltered-count')]).toEqual([null, null]);
    expect(body.map(({ id }) => id)).toEqual(expect.arrayContaining([user.id, admin.id, root.id]));
    for (const found of body) expect(Object.keys(found).sort()).toEqual(FIELDS);
    const { body: own } = await info(user, { userId: user.id });
    expect(body.find(({ id }) => id === user.id)).toEqual(own);
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash|user_key/);
    for (const { key } of [user, admin, root]) {
      expect(JSON.stringify(body)).not.toContain(key);
    }
  });

  it('marks users with two-factor sign-in, not those who only started to enable it', async () => {
    const [on, begun] = [await createUser(api), await createUser(api)];
    const rows = [on, begun].map(({ id }) => ({ user_id: id, secret: Buffer.from('sealed') }));
    await api.db.insertInto('two_factor').values(rows).execute();
    await sql`update two_factor set enabled_at = now() where user_id = ${on.id}`.execute(api.db);
    const marked = async ({ email }: TestUser) =>
      (await list(admin, { q: email })).body.map((found) => found.two_factor);
    expect([await marked(on), await marked(begun)]).toEqual([[true], [false]]);
  });

  it('contains root accounts for roots only', async () => {
    const rolesOf = async (caller: TestUser) => new Set((await list(caller)).body.map(({ role }) => role));
    expect(await rolesOf(root)).toEqual(new Set(['user', 'admin', 'root']));
    expect(await rolesOf(admin)).toEqual(new Set(['user', 'admin']));
    expect(await idsOf(admin, { q: root.email })).toEqual([]);
  });

  it('contains the creation time of the newest valid key', async () => {
    const account = await createUser(api);
    const keyDate = async () => (await list(admin, { q: account.email })).body[0]?.key_created_at;
    expect(Date.parse((await keyDate()) ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const key = api.db.updateTable('user_keys').where('key_hash', '=', hashKey(account.key));
    await key.set({ expires_at: sql`now()` }).execute();
    expect(await keyDate()).toBeNull();
  });

  it('can be searched for parts of name, phone number or email address, ignoring case', async () => {
    const odd = await createUser(api, { name: 'Ольга_O’Neil 50%', phone: '+4477099', email: 'Odd.One@belfry.test' });
    for (const q of ['ольга_', 'o’nEIL', '50%', '+44770', 'odd.one@', ' odd.ONE ']) {
      expect({ q, found: await idsOf(admin, { q }) }).toEqual({ q, found: [odd.id] });
    }
    for (const q of ["' or 1=1 --", "'; drop table users; --", '_%_', '\\', String.raw`\'`, '$1', 'argon2']) {
      expect({ q, found: await idsOf(admin, { q }) }).toEqual({ q, found: [] });
    }
    expect((await list(admin, { q: '\u0000' })).status).toBe(400);
    expect((await list(admin, { q: 'x'.repeat(201) })).status).toBe(400);
  });

  it('does not allow SQL in its order or paging', async () => {
    for (const sort of ['id; drop table users', 'password_hash', '__proto__', 'constructor', '']) {
      expect((await list(admin, { sort })).status).toBe(400);
    }
    for (const page of ['0', '-1', '1.5', 'x', '1e9', '1;select 1']) {
      expect((await list(admin, { page })).status).toBe(400);
    }
    expect((await list(admin, { page_size: '501' })).status).toBe(400);
    expect((await list(admin)).status).toBe(200);
  });
});

describe('the paged list of users', () => {
  const SIZE = 1_000;
  const q = 'crowd.test';
  beforeAll(async () => {
    // Many have the same name, creation time or sign-in time, so only their ids define the order.
    await sql`
      insert into users (name, email, password_hash, role, last_login, created_at)
      select 'Member ' || n % 7, 'member-' || n || '@crowd.test', 'none', 'user',
        case when n % 3 = 0 then null else date_trunc('day', now()) end, date_trunc('day', now())
      from generate_series(1, ${SIZE}::int) n`.execute(api.db);
  });

  it('is sorted by name as names are read: in any case, with accents and numbers', async () => {
    const names = ['Ёлка 10', 'zoe', 'Émile', 'Eve', 'Ёлка 9', 'Zoe B', 'emma'].map((name) => `Sorted ${name}`);
    for (const name of names) await createUser(api, { name });
    const { body } = await list(admin, { q: 'Sorted ', sort: 'name' });
    const { compare } = new Intl.Collator('und', { numeric: true });
    expect(body.map(({ name }) => name)).toEqual(names.toSorted(compare));
  });

  it.each(USER_SORTS)('has no overlaps or gaps when sorted by %s', async (sort) => {
    const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((page) =>
      list(admin, { q, sort, page: String(page), page_size: '100' }),
    );
    const answers = await Promise.all(pages);
    expect(answers.map(({ headers }) => headers.get('x-total-count'))).toEqual(answers.map(() => String(SIZE)));
    const found = answers.flatMap(({ body }) => body.map(({ id }) => id));
    expect(found).toHaveLength(SIZE);
    expect(new Set(found).size).toBe(SIZE);
    const whole = await idsOf(admin, { q, sort });
    expect(found).toEqual(whole);
    const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
    expect(await idsOf(admin, { q, sort: opposite })).toEqual(whole.toReversed());
  });

  it('has a total on empty pages, and eight users per page by default', async () => {
    const beyond = await list(admin, { q, page: '99999' });
    expect(beyond.body).toEqual([]);
    expect(beyond.headers.get('x-total-count')).toBe(String(SIZE));
    expect((await list(admin, { q, page: '2' })).body).toHaveLength(8);
  });

  it('returns the number of matches and the total for this caller', async () => {
    const countsFor = async (caller: TestUser, query: Record<string, string>) => {
      const { headers } = await list(caller, { ...query, page: '1', page_size: '1' });
      return [headers.get('x-total-count'), headers.get('x-unfiltered-count')].map(Number);
    };
    const [all = 0, same] = await countsFor(admin, {});
    expect(same).toBe(all);
    expect(await countsFor(admin, { q })).toEqual([SIZE, all]);
    expect(await countsFor(admin, { q: 'nobody at all' })).toEqual([0, all]);
    const [seenByRoot = 0] = await countsFor(root, {});
    expect(seenByRoot).toBeGreaterThan(all);
  });
});
