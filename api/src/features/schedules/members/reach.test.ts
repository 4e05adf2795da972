import type { Targets } from '@belfry/schemas/domain/targets';
import { describe, expect, it } from 'vitest';
import { isOutside, keyOf, knownTargets, type Reach, reaches } from './reach.ts';

/** A member at shop 12 of chain 1, with hall 120 below it and device A there; group 5 has devices there and elsewhere. */
const REACH: Reach = {
  readable: new Set([keyOf('nodes', 12), keyOf('nodes', 120), keyOf('groups', 5), keyOf('devices', 'A')]),
  outside: new Set([
    keyOf('nodes', 1),
    keyOf('nodes', 13),
    keyOf('groups', 5),
    keyOf('groups', 6),
    keyOf('devices', 'B'),
  ]),
  above: [new Set([12, 1])],
};
const NONE = { nodes: [], groups: [], devices: [] };
const targets = (included: object, except: object = {}) =>
  ({ ...NONE, ...included, except: { ...NONE, ...except } }) as unknown as Targets;

describe('targets', () => {
  it.each([
    [{ nodes: [1] }, {}, true],
    [{ nodes: [12] }, {}, true],
    [{ nodes: [120] }, {}, true],
    [{ nodes: [13] }, {}, false],
    [{ groups: [5] }, {}, true],
    [{ groups: [6] }, {}, false],
    [{ devices: ['A'] }, {}, true],
    [{ devices: ['B'] }, {}, false],
    [{ nodes: [1] }, { nodes: [12] }, false],
    [{ nodes: [1] }, { nodes: [120] }, true],
    [{ nodes: [1] }, { nodes: [13] }, true],
    [{ nodes: [12] }, { nodes: [12] }, false],
    [{ devices: ['A'] }, { devices: ['A'] }, false],
  ])('%j without %j reach a member: %s', (included, except, expected) => {
    expect(reaches(targets(included, except), REACH)).toBe(expected);
  });

  it('name places of the member only', () => {
    const lists = { nodes: [1, 12, 99], groups: [5, 6], devices: ['B', 'A'] };
    const known = { nodes: [12], groups: [5], devices: ['A'] };
    expect(knownTargets(targets(lists, lists), REACH)).toEqual({ ...known, except: known });
  });

  it('are outside with a place of others, and not with one that is gone', () => {
    expect(isOutside(targets({ nodes: [12, 13] }), REACH)).toBe(true);
    expect(isOutside(targets({ groups: [5] }), REACH)).toBe(true);
    expect(isOutside(targets({ nodes: [120, 99], devices: ['A'] }), REACH)).toBe(false);
  });
});
