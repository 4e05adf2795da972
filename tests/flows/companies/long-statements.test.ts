import { createLongStatements } from '@belfry/api/db/long-statements';
import { createLogger } from '@belfry/api/log';
import { startApi } from '@belfry/api/server';
import { checkAnswer } from '@belfry/api/http/check-answer';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { createHttpClient, type HttpClient } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';

const QUOTA = 40;
/** A lock on which the copying statement waits. */
const HOLD = 7_001;

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000', COMPANY_NODES_PER_USER: String(QUOTA) });
  owner = await createUser(api);
  await sql`
    create function hold_copy() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(HOLD)}); return new; end $$`.execute(api.db);
  await sql`
    create trigger hold_copy before insert on companies for each row when (new.name like '% copy%')
    execute function hold_copy()`.execute(api.db);
});
afterAll(() => api.stop());

const duplicate = (company_id: number, { key }: TestUser, client: HttpClient = api) =>
  client.post<{ company_id: number; code?: string; error?: string }>('/api/company/duplicate', {
    key,
    body: { company_id },
  });
const add = (parent_company_id: number, { key } = owner) =>
  api.post('/api/company/add', { key, body: { name: 'Room', parent_company_id } });
const countOf = async ({ id }: TestUser): Promise<number> =>
  (await api.db.selectFrom('company_counts').select('nodes').where('user_id', '=', id).executeTakeFirst())?.nodes ?? 0;

/** Counts the connections of a pool that run a statement. */
async function busy(name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = ${name} and state <> 'idle'`.execute(api.db);
  return rows[0]?.n ?? 0;
}

/** Runs `during` while copies run, which end afterwards. */
async function whileCopying<T>(copy: () => Promise<T>, copies: number, during: () => Promise<void>): Promise<T> {
  let answers: Promise<T> | undefined;
  await api.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(HOLD)})`.execute(trx);
    answers = copy();
    await until(
      'the copies are running',
      () => busy('belfry-long'),
      (n) => n >= copies,
    );
    await during();
  });
  return answers as Promise<T>;
}

describe('a long copy', () => {
  it('is the only one of its user, and blocks no other calls', async () => {
    const main = await createCompany(api, { user_id: owner.id, name: 'Large' });
    const below = await createCompany(api, { below: main });
    const sixteen = () => Promise.all(Array.from({ length: 16 }, () => duplicate(main.company_id, owner)));
    const answers = await whileCopying(sixteen, 1, async () => {
      expect(await busy('belfry-api')).toBe(0);
      expect(await busy('belfry-long')).toBe(1);
      const login = await api.post('/api/auth/login', { body: { email: owner.email, password: PASSWORD } });
      expect(login.status).toBe(200);
      // The nodes that are being copied are not locked either.
      const edit = { company_id: main.company_id, name: 'Renamed' };
      expect((await api.put('/api/company', { key: owner.key, body: edit })).status).toBe(200);
      expect((await add(below.company_id)).status).toBe(201);
      const removed = await api.delete('/api/company/delete', {
        key: owner.key,
        body: { company_id: main.company_id },
      });
      expect(removed.status).toBe(409);
      const tree = await api.post<unknown[]>('/api/company/tree', {
        key: owner.key,
        body: { company_id: main.company_id },
      });
      expect(tree.body).toHaveLength(3);
    });
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(refused).toHaveLength(15);
    expect(refused[0]?.body).toMatchObject({
      code: 'rate_limited',
      error: 'A large operation of yours is still running. Please wait until it has finished.',
    });
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect((await duplicate(main.company_id, owner)).status).toBe(201);
  });

  it('leaves connections for copies and lists of other users', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => createUser(api)));
    const mains = await Promise.all(people.map(({ id }) => createCompany(api, { user_id: id })));
    const copies = () => Promise.all(people.map((person, n) => duplicate(mains[n]?.company_id ?? 0, person)));
    const answers = await whileCopying(copies, 2, async () => {
      expect(await busy('belfry-long')).toBe(2);
      const lists = await Promise.all(
        people.flatMap(({ key }, n) =>
          Array.from({ length: 10 }, () =>
            api.post('/api/company/tree', { key, body: { company_id: mains[n]?.company_id } }),
          ),
        ),
      );
      expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]));
    });
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('is the only one of its user over all api instances', async () => {
    const person = await createUser(api);
    const main = await createCompany(api, { user_id: person.id });
    const replica = await startApi(api.config, { broker: api.broker, checkAnswer });
    const other = createHttpClient(`http://127.0.0.1:${replica.port}`);
    try {
      const copy = () => duplicate(main.company_id, person);
      const answer = await whileCopying(copy, 1, async () => {
        expect(await duplicate(main.company_id, person, other)).toMatchObject({
          status: 429,
          body: { code: 'rate_limited' },
        });
      });
      expect(answer.status).toBe(201);
      expect((await duplicate(main.company_id, person, other)).status).toBe(201);
    } finally {
      await replica.stop();
    }
  });

  it('of a node whose parent is deleted meanwhile returns 404', async () => {
    const person = await createUser(api);
    const main = await createCompany(api, { user_id: person.id });
    const element = await createCompany(api, { below: main });
    const answer = await whileCopying(
      () => duplicate(element.company_id, person),
      1,
      async () => {
        for (const { company_id } of [element, main]) {
          const { status } = await api.delete('/api/company/delete', { key: person.key, body: { company_id } });
          expect(status).toBe(204);
        }
      },
    );
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await countOf(person)).toBe(0);
  });
});

describe('the limit of elements per user', () => {
  it('holds for concurrent additions', async () => {
    const person = await createUser(api);
    const main = await createCompany(api, { user_id: person.id });
    const element = await createCompany(api, { below: main });
    await sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name, time_zone_utc,
        default_language, default_voice)
      select company_id, tree_id, level + 1, user_id, 'Element', 'Node ' || n, 180, 'ru', 'ru-RU-Standard-A'
      from companies, generate_series(1, ${QUOTA - 5}) n where company_id = ${element.company_id}`.execute(api.db);
    expect(await countOf(person)).toBe(QUOTA - 3);
    const added = await Promise.all(Array.from({ length: 12 }, () => add(element.company_id, person)));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(added.find(({ status }) => status !== 201)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', error: `One person can have ${QUOTA} elements at most in all trees together` },
    });
    expect(await countOf(person)).toBe(QUOTA);

    const company_id = Number(added.find(({ status }) => status === 201)?.body['company_id']);
    await api.delete('/api/company/delete', { key: person.key, body: { company_id } });
    expect((await api.post('/api/company/main/add', { key: person.key, body: { name: 'Another' } })).status).toBe(201);
    expect((await api.post('/api/company/main/add', { key: person.key, body: { name: 'More' } })).status).toBe(422);
  });

  it('holds for copies, also by an administrator', async () => {
    const [person, admin] = [await createUser(api), await createAdmin(api)];
    const main = await createCompany(api, { user_id: person.id });
    for (let n = 1; n < 11; n += 1) await createCompany(api, { below: main });
    expect((await duplicate(main.company_id, person)).status).toBe(201);
    expect((await duplicate(main.company_id, admin)).status).toBe(201);
    expect(await countOf(person)).toBe(33);
    for (const caller of [person, admin]) {
      expect(await duplicate(main.company_id, caller)).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
    }
    expect(await countOf(person)).toBe(33);
  });

  it('counts down when the owner is deleted', async () => {
    const [person, root] = [await createUser(api), await createUser(api, { role: 'root' })];
    await createCompany(api, { below: await createCompany(api, { user_id: person.id }) });
    expect(await countOf(person)).toBe(2);
    expect((await api.delete(`/api/admin/user/${person.id}`, { key: root.key })).status).toBe(200);
    expect(await countOf(person)).toBe(0);
  });
});

describe('the pool for long statements', () => {
  it('cancels statements after its time limit, returns an error, and remains usable', async () => {
    const long = createLongStatements(api.config.DATABASE_URL, createLogger('silent'), { statementTimeoutMs: 50 });
    const sleep = long.read(1, ({ db }) => sql`select pg_sleep(60)`.execute(db));
    await expect(sleep).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringMatching(/too long/),
    });
    const job = long.job(1, async (trx) => {
      await sql`create table left_behind (n int)`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(job).rejects.toMatchObject({ code: 'database_unavailable' });
    const { rows } = await long.read(1, ({ db }) => sql`select to_regclass('left_behind') as made`.execute(db));
    expect(rows).toEqual([{ made: null }]);
    await long.stop();
  });

  it('rejects a list only for a user who already reads too many', async () => {
    const long = createLongStatements(api.config.DATABASE_URL, createLogger('silent'));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const many = Array.from({ length: 40 }, () => long.read(1, () => held));
    const other = long.read(2, () => held);
    const refused = Promise.allSettled(many);
    release();
    const reasons = (await refused).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons).toHaveLength(8);
    expect(reasons[0]).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 });
    await other;
    await long.stop();
  });
});
