import { verifyShared } from '@belfry/api/features/audit/verify';
import { deleteOldAudit, signDay } from '@belfry/api/audit/chain/chainer';
import { auditHttp } from '@belfry/schemas/http/audit';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { verifyLines } from '@belfry/infra/audit/verify-file';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInRoot } from '../../support/accounts.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;
const ROWS = 12;

let api: TestApi;
let root: Pick<TestUser, 'key'>;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000' });
  root = await signInRoot(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await beginChain();
  owner = await createUser(api);
  for (let n = 1; n <= ROWS; n += 1) await api.call(groupsHttp.create, owner, { name: `Group ${n}`, devices: [] });
});

const verify = async () => (await api.call(auditHttp.verify, owner)).body;
const exported = async (caller: Pick<TestUser, 'key'>) =>
  (await (await api.raw(auditHttp.export, caller)).text()).trim().split('\n');
const ids = async () =>
  (await api.db.selectFrom('audit_log').select('id').orderBy('seq').execute()).map(({ id }) => id);

/** Changes the table as somebody does who is the owner of the database. */
async function tamper(statement: string): Promise<void> {
  await sql.raw('alter table audit_log disable trigger user').execute(api.db);
  await sql.raw(statement).execute(api.db);
  await sql.raw('alter table audit_log enable trigger user').execute(api.db);
}

/** A new chain, without rows: as in a new installation. */
async function beginChain(): Promise<void> {
  await tamper('truncate audit_log');
  await api.db.deleteFrom('audit_roots').execute();
  await api.db.deleteFrom('audit_chain').execute();
  await sql`insert into audit_chain default values`.execute(api.db);
}

describe('the chain', () => {
  it('has every row that was answered, and is unbroken in the database and in an export', async () => {
    const { unbroken_until, first_broken_id } = await verify();
    expect(first_broken_id).toBeNull();
    const last = await api.db
      .selectFrom('audit_log')
      .select(['at', 'seq'])
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(Math.abs(Date.parse(unbroken_until ?? '') - last.at.getTime())).toBeLessThanOrEqual(1);
    expect(last.seq).toBe(ROWS);
    const verdict = await verifyLines(await exported(root));
    expect(verdict).toMatchObject({ rows: ROWS, hidden: 0, broken: null, problems: [] });
  });

  it('is verified by several calls where it is long, each from where the one before has stopped', async () => {
    await verify();
    const long = { read: (_user: number, run: (connections: { db: typeof api.db }) => unknown) => run({ db: api.db }) };
    const deps = { db: api.db, long } as unknown as Parameters<typeof verifyShared>[0];
    const limits = { rows: 5, characters: 1_000_000, ms: 20_000 };
    const next = (given = limits) => verifyShared(deps, owner.id, new AbortController().signal, given);
    const written = (await api.db.selectFrom('audit_log').select('at').orderBy('seq').execute()).map(({ at }) => at);
    expect(await next()).toEqual({ unbroken_until: written[4], first_broken_id: null, continues: true });
    expect(await next()).toEqual({ unbroken_until: written[9], first_broken_id: null, continues: true });
    expect(await next()).toEqual({ unbroken_until: written[11], first_broken_id: null });
    const victim = (await ids())[7] as number;
    await tamper(`update audit_log set ip = '192.0.2.1' where id = ${victim}`);
    expect(await next()).toMatchObject({ first_broken_id: null, continues: true });
    expect(await next()).toMatchObject({ first_broken_id: victim });
    // Rows with much in them are fewer.
    expect(await next({ ...limits, rows: 12, characters: 1 })).toMatchObject({ first_broken_id: victim });
  });

  it('gives rows that are written at the same time places without gaps', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(api)));
    await Promise.all(
      people.flatMap((person) =>
        ['A', 'B', 'C'].map((name) => api.call(groupsHttp.create, person, { name, devices: [] })),
      ),
    );
    expect(await verify()).toMatchObject({ first_broken_id: null });
    const rows = await api.db.selectFrom('audit_log').select('seq').orderBy('seq').execute();
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: ROWS + 24 }, (_, n) => n + 1));
  });

  it.each([
    ['another name', (id: number) => `update audit_log set action = 'group.delete' where id = ${id}`],
    [
      'one letter of what it is',
      (id: number) => `update audit_log set after = jsonb_set(after, '{name}', '"group 5"') where id = ${id}`,
    ],
    [
      'a microsecond of its time',
      (id: number) => `update audit_log set at = at + interval '1 microsecond' where id = ${id}`,
    ],
    ['another address', (id: number) => `update audit_log set ip = '192.0.2.1' where id = ${id}`],
    [
      'one bit of its hash',
      (id: number) => `update audit_log set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) where id = ${id}`,
    ],
    ['no row', (id: number) => `delete from audit_log where id = ${id}`],
  ])('names the row that has %s', async (_name, statement) => {
    await verify();
    const victim = (await ids())[4] as number;
    await tamper(statement(victim));
    expect(await verify()).toMatchObject({ first_broken_id: victim });
    expect((await verifyLines(await exported(root))).broken).toMatchObject({ id: victim });
  });

  it('names the last row where it is gone, and the first of two that have changed places', async () => {
    await verify();
    const all = await ids();
    await tamper(`delete from audit_log where id = ${all.at(-1)}`);
    expect(await verify()).toMatchObject({ first_broken_id: all.at(-1) });
  });

  it('is not written by statements of the product', async () => {
    await verify();
    await expect(sql`update audit_log set action = 'x.y'`.execute(api.db)).rejects.toThrow('not changed');
    await expect(sql`delete from audit_log`.execute(api.db)).rejects.toThrow('not changed');
    await expect(sql`truncate audit_log`.execute(api.db)).rejects.toThrow('not changed');
  });
});

describe('a day', () => {
  it('that has ended is signed once, and its rows are deleted up to there after their time', async () => {
    const { db, config } = api;
    await verify();
    const today = new Date().toISOString().slice(0, 10);
    // The clean-up signs the day before, too: before there is a row that is kept.
    const dayBefore = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    await until('the day before is signed', () => signDay({ db, config }, dayBefore));
    await until('it is signed', () => signDay({ db, config }, today));
    expect(await signDay({ db, config }, today)).toBe(true);
    const roots = await db.selectFrom('audit_roots').select(['day', 'seq']).where('day', '=', today).execute();
    expect(roots).toEqual([{ day: today, seq: ROWS }]);
    await api.call(groupsHttp.create, owner, { name: 'Kept', devices: [] });
    // The clean-up may have signed the day before, before there was a row or while rows were written.
    const signed = await db.selectFrom('audit_roots').select('day').where('seq', '>', 0).execute();
    expect((await verifyLines(await exported(root))).days).toBe(signed.length);

    await deleteOldAudit(db, new Date(Date.now() + DAY_MS));
    const rows = await db.selectFrom('audit_log').select('seq').execute();
    expect(rows).toEqual([{ seq: ROWS + 1 }]);
    expect(await verify()).toMatchObject({ first_broken_id: null });
    expect(await verifyLines(await exported(root))).toMatchObject({ rows: 1, problems: [] });
    await tamper(`update audit_log set prev_hash = sha256('other')`);
    expect(await verify()).toMatchObject({ first_broken_id: (await ids())[0] });
  });

  it('that is the oldest to keep stays whole, until it is older', async () => {
    const { db, config } = api;
    await verify();
    const today = new Date().toISOString().slice(0, 10);
    const dayBefore = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10);
    await until('the day before is signed', () => signDay({ db, config }, dayBefore));
    await api.call(groupsHttp.create, owner, { name: 'Of the oldest day', devices: [] });
    await verify();
    await until('it is signed', () => signDay({ db, config }, today));
    const places = async () =>
      (await db.selectFrom('audit_log').select('seq').orderBy('seq').execute()).map(({ seq }) => seq);
    const { seq } = await db
      .selectFrom('audit_roots')
      .select('seq')
      .where('day', '=', dayBefore)
      .executeTakeFirstOrThrow();
    const kept = (await places()).filter((place) => place !== null && place > seq);
    expect(kept.at(-1)).toBe(ROWS + 1);
    await deleteOldAudit(db, new Date(today));
    expect(await places()).toEqual(kept);
    await deleteOldAudit(db, new Date(Date.parse(today) + DAY_MS));
    expect(await places()).toEqual([]);
  });

  it('whose rows were all hashed again is found by its signature', async () => {
    const { db, config } = api;
    await verify();
    await until('it is signed', () => signDay({ db, config }, new Date().toISOString().slice(0, 10)));
    // The clean-up may have signed the day before while rows were written.
    const roots = db.selectFrom('audit_roots').select('seq').where('seq', '>', 0).orderBy('seq');
    const first = await roots.executeTakeFirstOrThrow();
    await tamper(`with forged as (
      update audit_log set action = 'group.delete', seq = null, prev_id = null, prev_hash = null, hash = null
    ) update audit_chain set last_seq = 0, last_id = 0, last_hash = first_hash`);
    const all = (await db.selectFrom('audit_log').select('id').orderBy('id').execute()).map(({ id }) => id);
    expect(await verify()).toMatchObject({ first_broken_id: all[first.seq - 1] });
  });
});

it('an admin’s export has the places of the rows of roots only, and a user gets none', async () => {
  const admin = await createAdmin(api);
  await api.call(groupsHttp.create, root, { name: 'Of the root', devices: [] });
  const lines = await exported(admin);
  expect(lines.join('\n')).not.toContain('Of the root');
  expect(await verifyLines(lines)).toMatchObject({ rows: ROWS + 1, hidden: 1, problems: [] });
  expect((await api.raw(auditHttp.export, owner)).status).toBe(403);
});
