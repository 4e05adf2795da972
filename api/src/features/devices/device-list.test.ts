import { deviceListQuerySchema, DEVICE_SORTS } from '@belfry/schemas/http/devices/lists';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import { conditionOf, DEVICE_ORDER } from './device-list.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
function compiled(filter: Parameters<typeof conditionOf>[0]) {
  const { where, ...rest } = conditionOf(filter);
  const { sql, parameters } = where.compile(db);
  return { where: sql, values: parameters, ...rest };
}

const query = (input: object) => deviceListQuerySchema.parse(input);

describe('a filter', () => {
  it('matches all devices without a value', () => {
    expect(compiled(query({}))).toEqual({ where: 'true', values: [], needsState: false, shape: 'any' });
  });

  it('passes every value as a numbered parameter', () => {
    const { where, values, needsState } = compiled({
      ...query({ type: 'audio', status: 'online', mode: 'NEW', q: "o'neil" }),
      owners: { kind: 'own', id: 7 },
    });
    const texts = Array<string>(6).fill("%o'neil%");
    expect(values).toEqual([7, 'audio', 'new', 'online', ...texts]);
    expect([...where.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))).toEqual(values.map((_, at) => at + 1));
    expect(needsState).toBe(true);
    expect(where).not.toContain('neil');
  });

  it('can match unbound devices only, with a different shape', () => {
    const filter = { ...query({ type: 'audio' }), owners: { kind: 'own', id: 7 } as const };
    const unbound = compiled({ ...filter, unbound: true });
    expect(unbound).toMatchObject({
      where: '"d"."user_id" = $1::int and d.device_type = $2 and d.company_id is null',
      values: [7, 'audio'],
    });
    expect(unbound.shape).not.toBe(conditionOf(filter).shape);
  });

  it('escapes wildcards in the search text', () => {
    expect(new Set(compiled(query({ q: String.raw`50%_\ ` })).values)).toEqual(new Set([String.raw`%50\%\_\\%`]));
  });

  it('has the same shape for other values, so that its statement is prepared once', () => {
    expect(conditionOf(query({ q: 'a' })).shape).toBe(conditionOf(query({ q: 'b' })).shape);
    expect(conditionOf(query({ q: 'a' })).shape).not.toBe(conditionOf(query({ mode: 'new' })).shape);
  });

  it('has no shape with one of the rarer filters, whose combinations would be too many prepared statements', () => {
    for (const rare of [{ version: '1' }, { seen: '1h' }, { seen: 'never' }])
      expect(conditionOf(query({ ...rare, status: 'online' })).shape).toBeNull();
    expect(conditionOf({ ...query({}), company_id: 7 }).shape).toBeNull();
  });

  it('has different shapes for a search with and without the names of nodes of roots', () => {
    const [all, hidden] = [query({ q: 'a' }), { ...query({ q: 'a' }), hidesRoots: true }].map(compiled);
    expect(all?.shape).not.toBe(hidden?.shape);
    expect(hidden?.where).toContain("role = 'root'");
  });
});

it('ends every order in a unique column', () => {
  for (const sort of DEVICE_SORTS) expect(DEVICE_ORDER[sort].by).toMatch(/d\.(serial|device_id)( desc)?$/);
});
