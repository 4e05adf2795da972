import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findRemovals, REMOVALS } from './expand-only.ts';
import { BASELINE, migrations } from './index.ts';

/** The statements of a migration, which are not run. */
async function statementsOf(name: string): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await migrations[name]?.up(db);
  return statements;
}

/** No release runs on a schema without the baseline. */
const underRule = Object.keys(migrations).filter((name) => name !== BASELINE);

describe('migrations', () => {
  it.each(underRule)('leave what the previous release uses: %s', async (name) => {
    const statements = await statementsOf(name);
    expect(statements.length).toBeGreaterThan(0);
    const allowed = REMOVALS[name] ?? [];
    expect(findRemovals(statements).filter((text) => !allowed.some(({ statement }) => statement.test(text)))).toEqual(
      [],
    );
  });

  it('are in the list of removals only where they remove something', async () => {
    for (const [name, removals] of Object.entries(REMOVALS)) {
      const found = findRemovals(await statementsOf(name));
      for (const { statement } of removals) expect(found.some((text) => statement.test(text))).toBe(true);
    }
  });
});

describe('a statement that removes or restricts', () => {
  it.each([
    'drop table notes',
    'alter table notes drop column body',
    'alter table "notes" drop column "body"',
    'alter table notes rename column body to text',
    'alter table notes rename to memos',
    'alter table notes alter column body type varchar(10)',
    'alter table notes alter body set not null',
    'alter table notes alter column body drop default',
    'alter table notes add column author int not null',
    'alter table notes add column a int, add column b int not null references users',
    'alter table notes add constraint short check (length(body) < 10)',
    'create unique index notes_body on notes (body)',
    'create trigger notes_changed before insert on notes for each row execute function f()',
    'truncate notes',
  ])('is found: %s', (statement) => expect(findRemovals([statement])).toHaveLength(1));

  it.each([
    'create table notes (id int primary key, body text not null unique)',
    'alter table notes add column author int',
    'alter table notes add column author int not null default 0',
    'alter table notes add column n bigint not null generated always as identity',
    'alter table notes alter column body drop not null',
    'alter table notes drop constraint short',
    'create index notes_body on notes (body)',
    'drop index notes_body',
  ])('is not %s', (statement) => expect(findRemovals([statement])).toEqual([]));

  it('is allowed for a table of the same migration', () => {
    const statements = ['create table notes (body text)', 'create unique index notes_body on notes (body)'];
    expect(findRemovals(statements)).toEqual([]);
  });
});
