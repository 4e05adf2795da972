import type { MapDeviceCounts, MapNode } from '@belfry/schemas/http/map/map';
import { describe, expect, it } from 'vitest';
import { byState, clusterPlaces, countIn, worstState } from './map-state.ts';

const counts = (override: Partial<MapDeviceCounts> = {}): MapDeviceCounts => ({
  total: 0,
  online: 0,
  offline: 0,
  maintenance: 0,
  alarms: 0,
  ...override,
});
const aPlace = (company_id: number, override: Partial<MapNode> = {}): MapNode => ({
  company_id,
  main_company_id: 1,
  above: null,
  name: `Place ${company_id}`,
  type: 'Company',
  coordinates: { latitude: 56.95, longitude: 24.11 },
  devices: counts(),
  has_plan: false,
  ...override,
});
const EARTH: [number, number, number, number] = [-180, -90, 180, 90];

it.each([
  ['alarm', { total: 4, online: 2, offline: 2, alarms: 1 }, 1],
  ['offline', { total: 4, online: 1, offline: 2, maintenance: 1 }, 2],
  ['maintenance', { total: 4, online: 3, maintenance: 1 }, 1],
  ['online', { total: 3, online: 3 }, 3],
  ['none', {}, 0],
] as const)('the worst state is %s', (state, present, count) => {
  expect(worstState(counts(present))).toBe(state);
  expect(countIn(state, counts(present))).toBe(count);
});

it('lists what is to be looked at first before the rest', () => {
  const places = [
    aPlace(1, { name: 'B', devices: counts({ online: 1 }) }),
    aPlace(2, { name: 'A 10', devices: counts({ offline: 1 }) }),
    aPlace(3, { name: 'A 9', devices: counts({ offline: 1 }) }),
    aPlace(4, { name: 'Z', devices: counts({ alarms: 1 }) }),
  ];
  expect(places.toSorted(byState).map(({ name }) => name)).toEqual(['Z', 'A 9', 'A 10', 'B']);
});

describe('places near each other', () => {
  const near = { latitude: 56.96, longitude: 24.12 };
  const far = { latitude: -33.9, longitude: 151.2 };

  it('are one marker with what all of them have, until they are apart', () => {
    const at = clusterPlaces([
      aPlace(1, { devices: counts({ total: 2, online: 2 }) }),
      aPlace(2, { coordinates: near, devices: counts({ total: 1, offline: 1 }) }),
      aPlace(3, { coordinates: far, devices: counts({ total: 1, online: 1 }) }),
    ]);
    const [cluster, single] = at(EARTH, 3).toSorted(
      (one, other) => Number(other.cluster !== null) - Number(one.cluster !== null),
    );
    expect(cluster).toMatchObject({ node: null, counts: { total: 3, online: 2, offline: 1 }, cluster: { places: 2 } });
    expect(single).toMatchObject({ node: { company_id: 3 }, cluster: null });
    const names = cluster?.cluster
      ?.nodes()
      .map(({ name }) => name)
      .sort();
    expect(names).toEqual(['Place 1', 'Place 2']);
    const apart = at(EARTH, cluster?.cluster?.zoom ?? 0).map(({ node }) => node?.company_id);
    expect(new Set(apart)).toEqual(new Set([1, 2, 3]));
  });

  it('count a device of both once', () => {
    const at = clusterPlaces([
      aPlace(1, { devices: counts({ total: 5, online: 4, offline: 1, alarms: 1 }) }),
      aPlace(2, { above: 1, coordinates: near, devices: counts({ total: 2, online: 1, offline: 1, alarms: 1 }) }),
    ]);
    expect(at(EARTH, 3)).toMatchObject([{ counts: { total: 5, online: 4, offline: 1, alarms: 1 } }]);
    // Alone each has all of its own.
    expect(new Set(at(EARTH, 19).map(({ counts: { total } }) => total))).toEqual(new Set([2, 5]));
  });

  it('that are at the same place never get apart', () => {
    const [cluster] = clusterPlaces([aPlace(1), aPlace(2)])(EARTH, 5);
    expect(cluster?.cluster?.zoom).toBeGreaterThan(19);
  });
});
