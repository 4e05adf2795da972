/** @module-tag full */
import { startApi } from '@belfry/api/server';
import { checkAnswer } from '@belfry/api/http/routes/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { createHttpClient } from '../../support/http-client.ts';
import { until } from '../../support/until.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { countNodes } from '../../support/trees.ts';

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
    begin
      -- Waiting for the lock itself would end with the time limit of locks.
      while not pg_try_advisory_xact_lock_shared(${sql.lit(HOLD)}) loop perform pg_sleep(0.02); end loop;
      return new;
    end $$`.execute(api.db);
  await sql`
    create trigger hold_copy before insert on companies for each row when (new.name like '% copy%')
    execute function hold_copy()`.execute(api.db);
});
afterAll(() => api.stop());

/** Counts the connections of a pool that run a statement. */
async function busy(name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = ${name} and state <> 'idle'`.execute(api.db);
  return rows[0]?.n ?? 0;
}

/** Waits until so many connections of a pool run a statement; the calls of others and regular tasks end at once. */
const untilBusy = (name: string, connections: number) =>
  until(
    `${connections} connections of ${name} are busy`,
    () => busy(name),
    (n) => n === connections,
  );

/** Counts the copies that wait for the lock; what else uses their pool ends at once. */
async function countHeld(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'belfry-long' and wait_event = 'PgSleep'`.execute(api.db);
  return rows[0]?.n ?? 0;
}

/** Runs `during` while copies run, which end afterwards. */
async function whileCopying<T>(copy: () => Promise<T>, copies: number, during: () => Promise<void>): Promise<T> {
  let answers: Promise<T> | undefined;
  await api.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(HOLD)})`.execute(trx);
    answers = copy();
    await until('the copies are running', countHeld, (n) => n >= copies);
    await during();
  });
  return answers as Promise<T>;
}

describe('a long copy', () => {
  it('is the only one of its user, and blocks no other calls', async () => {
    const main = await createCompany(api, { user_id: owner.id, name: 'Large' });
    const below = await createCompany(api, { below: main });
    let answered = 0;
    const copy = () =>
      api.call(companyChangesHttp.duplicate, owner, { company_id: main.company_id }).finally(() => (answered += 1));
    const sixteen = () => Promise.all(Array.from({ length: 16 }, copy));
    const answers = await whileCopying(sixteen, 1, async () => {
      await until('the others are answered', () => answered === 15);
      await untilBusy('belfry-api', 0);
      await untilBusy('belfry-long', 1);
      const login = await api.call(authHttp.signIn, null, { email: owner.email, password: PASSWORD });
      expect(login.status).toBe(200);
      // The nodes that are being copied are not locked either.
      const edit = { company_id: main.company_id, name: 'Renamed' };
      expect((await api.call(companyChangesHttp.edit, owner, { ...edit })).status).toBe(200);
      expect(
        (await api.call(companyChangesHttp.add, owner, { name: 'Room', parent_company_id: below.company_id })).status,
      ).toBe(201);
      const removed = await api.call(companyChangesHttp.remove, owner, { company_id: main.company_id });
      expect(removed.status).toBe(409);
      const tree = await api.call(companiesHttp.tree, owner, { company_id: main.company_id });
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
    expect((await api.call(companyChangesHttp.duplicate, owner, { company_id: main.company_id })).status).toBe(201);
  });

  it('leaves connections for copies and lists of other users', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => createUser(api)));
    const mains = await Promise.all(people.map(({ id }) => createCompany(api, { user_id: id })));
    const copies = () =>
      Promise.all(
        people.map((user, n) =>
          api.call(companyChangesHttp.duplicate, user, { company_id: mains[n]?.company_id ?? 0 }),
        ),
      );
    const answers = await whileCopying(copies, 2, async () => {
      await untilBusy('belfry-long', 2);
      const lists = await Promise.all(
        people.flatMap(({ key }, n) =>
          Array.from({ length: 10 }, () => api.call(companiesHttp.tree, { key }, { company_id: mains[n]?.company_id })),
        ),
      );
      expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]));
    });
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('is the only one of its user over all api instances', async () => {
    const user = await createUser(api);
    const main = await createCompany(api, { user_id: user.id });
    const replica = await startApi(api.config, { broker: api.broker, checkAnswer });
    const other = createHttpClient(`http://127.0.0.1:${replica.port}`);
    try {
      const copy = () => api.call(companyChangesHttp.duplicate, user, { company_id: main.company_id });
      const answer = await whileCopying(copy, 1, async () => {
        expect(await other.call(companyChangesHttp.duplicate, user, { company_id: main.company_id })).toMatchObject({
          status: 429,
          body: { code: 'rate_limited' },
        });
      });
      expect(answer.status).toBe(201);
      expect((await other.call(companyChangesHttp.duplicate, user, { company_id: main.company_id })).status).toBe(201);
    } finally {
      await replica.stop();
    }
  });

  it('of a node whose parent is deleted meanwhile returns 404', async () => {
    const user = await createUser(api);
    const main = await createCompany(api, { user_id: user.id });
    const element = await createCompany(api, { below: main });
    const answer = await whileCopying(
      () => api.call(companyChangesHttp.duplicate, user, { company_id: element.company_id }),
      1,
      async () => {
        for (const { company_id } of [element, main]) {
          const { status } = await api.call(companyChangesHttp.remove, user, { company_id });
          expect(status).toBe(204);
        }
      },
    );
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await countNodes(api, user)).toBe(0);
  });
});
