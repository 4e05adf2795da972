import { GROUPED_DEVICES_MIN, GROUPED_WITHIN_MS } from '@belfry/schemas/domain/alarms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from './decide.ts';
import { groupConditions, type Tree } from './group.ts';

const MAIN = 1;
const NONE = { groups: [], singles: [] };

function tree(sizes: readonly number[], all?: number): Tree {
  const above = new Map<number, number[]>();
  const devices = new Map([[MAIN, all ?? sizes.reduce((sum, size) => sum + size, 0)]]);
  for (const [room, size] of sizes.entries()) {
    devices.set(10 + room, size);
    for (let n = 0; n < size; n += 1) above.set(100 * (room + 1) + n, [100 * (room + 1) + n, 10 + room, MAIN]);
  }
  return { above, devices };
}

const failed = (company_id: number, since = 0): Condition => ({
  condition_id: company_id,
  kind: 'device_offline',
  subject: `device:${company_id}`,
  owner_id: 1,
  device_id: company_id,
  company_id,
  bad: true,
  since,
  changes: [since],
  alarm_id: null,
  alarm_kind: null,
});
const ids = (conditions: readonly Condition[]): number[] => conditions.map(({ condition_id }) => condition_id);
const shape = ({ groups, singles }: ReturnType<typeof groupConditions>) => ({
  groups: groups.map(({ company_id, members }) => ({ company_id, members: ids(members).toSorted((a, b) => a - b) })),
  singles: ids(singles),
});

describe('conditions of a place', () => {
  it('are one alarm from three devices and half of the place on', () => {
    const room = tree([6], 1_000);
    expect(shape(groupConditions([failed(100), failed(101), failed(102)], [], room))).toEqual({
      groups: [{ company_id: 10, members: [100, 101, 102] }],
      singles: [],
    });
  });

  it.each([
    ['two devices', tree([2], 1_000), [failed(100), failed(101)]],
    ['less than half', tree([7], 1_000), [failed(100), failed(101), failed(102)]],
    [
      'devices that failed more than a minute after each other',
      tree([4], 1_000),
      [failed(100), failed(101, GROUPED_WITHIN_MS / 2), failed(102, GROUPED_WITHIN_MS + 1)],
    ],
  ])('are alarms of their own for %s', (_what, place, conditions) => {
    expect(shape(groupConditions(conditions, [], place))).toEqual({ groups: [], singles: ids(conditions) });
  });

  it('include those that are not due yet, or have an alarm of their own', () => {
    const earlier = { ...failed(101), alarm_id: 7, alarm_kind: 'device_offline' as const };
    expect(shape(groupConditions([failed(100, 50_000)], [earlier, failed(102, 60_000)], tree([4], 1_000)))).toEqual({
      groups: [{ company_id: 10, members: [100, 101, 102] }],
      singles: [],
    });
  });

  it('are nothing where nothing is due', () =>
    expect(groupConditions([], [failed(100), failed(101), failed(102)], tree([3]))).toEqual(NONE));
});

describe('the node of an alarm', () => {
  it('is the whole school where its rooms fail with its router', () => {
    const school = tree([4, 4, 2, 1]);
    const all = [...school.above.keys()].map((node) => failed(node));
    expect(shape(groupConditions(all, [], school))).toEqual({
      groups: [{ company_id: MAIN, members: ids(all) }],
      singles: [],
    });
  });

  it('is each shop of a chain of many devices, which is no place that fails as a whole', () => {
    const chain = tree(Array.from({ length: 80 }, () => 5));
    const all = [...chain.above.keys()].map((node) => failed(node));
    const { groups, singles } = groupConditions(all, [], chain);
    expect(groups).toHaveLength(80);
    expect(singles).toEqual([]);
  });

  it('is the chain for devices whose shops have too few', () => {
    const chain = tree(Array.from({ length: 250 }, () => 1));
    const all = [...chain.above.keys()].map((node) => failed(node));
    expect(groupConditions(all, [], chain).groups.map(({ company_id }) => company_id)).toEqual([MAIN]);
  });
});

it('puts each condition that is due into one alarm, and groups only what failed together', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      sizes,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 200_000 }), fc.boolean())),
      (rooms, picks) => {
        const place = tree(rooms);
        const nodes = [...place.above.keys()];
        const chosen = new Map(picks.map(([pick, since, due]) => [nodes[pick % nodes.length] ?? 0, { since, due }]));
        const conditions = [...chosen].map(([node, { since, due }]) => ({ due, condition: failed(node, since) }));
        const raising = conditions.filter(({ due }) => due).map(({ condition }) => condition);
        const peers = conditions.filter(({ due }) => !due).map(({ condition }) => condition);
        const { groups, singles } = groupConditions(raising, peers, place);
        const members = groups.flatMap((group) => ids(group.members));
        expect(new Set(members).size).toBe(members.length);
        const covered = [...members, ...ids(singles)].filter((id) =>
          raising.some(({ condition_id }) => condition_id === id),
        );
        expect(covered.toSorted((a, b) => a - b)).toEqual(ids(raising).toSorted((a, b) => a - b));
        for (const { company_id, members: together } of groups) {
          expect(together.length).toBeGreaterThanOrEqual(GROUPED_DEVICES_MIN);
          expect(together.every(({ company_id: node }) => place.above.get(node ?? 0)?.includes(company_id))).toBe(true);
          const times = together.map(({ since }) => since);
          expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(GROUPED_WITHIN_MS);
        }
      },
    ),
  );
});
