import type { WhereItem } from '@belfry/schemas/http/places/where';
import { describe, expect, it } from 'vitest';
import { aGroupItem, aPlaceItem, aSpeakerItem } from '../../testing/where-factory.ts';
import { chipsOf, isEmpty, tickOf, toggle } from './selection.ts';

const main = aPlaceItem(1, 'Chain');
const north = aPlaceItem(2, 'North', [main]);
const shop = aPlaceItem(3, 'Shop', [main, north]);
const south = aPlaceItem(4, 'South', [main]);
const speaker = aSpeakerItem('1111-1111-1111-1111', 'Door', { company_id: 5, above: [main, north, shop] });
const loose = aSpeakerItem('2222-2222-2222-2222', 'Horn', { company_id: null, above: [] });
const group = aGroupItem(7, 'Canteens');
const all: WhereItem[] = [main, north, shop, south, speaker, loose, group];

describe('the tick', () => {
  it.each([
    [{}, ['none', 'none', 'none', 'none', 'none']],
    [{ nodes: [2] }, ['partial', 'in', 'inherited', 'none', 'inherited']],
    [{ nodes: [1], except: { nodes: [2] } }, ['in', 'out', 'excluded', 'inherited', 'excluded']],
    [{ nodes: [1], except: { devices: [speaker.serial ?? ''] } }, ['in', 'inherited', 'inherited', 'inherited', 'out']],
    [{ nodes: [5] }, ['partial', 'partial', 'partial', 'none', 'in']],
  ])('follows from the targets: %j', (targets, ticks) =>
    expect([main, north, shop, south, speaker].map((item) => tickOf(item, targets, all))).toEqual(ticks),
  );
});

describe('a press', () => {
  it('selects a place instead of what is below it', () =>
    expect(toggle(north, { nodes: [3, 4], devices: [speaker.serial ?? ''] }, all)).toMatchObject({
      nodes: [4, 2],
      devices: [],
    }));

  it('clears what is selected, with its exceptions', () =>
    expect(toggle(main, { nodes: [1], except: { nodes: [3], groups: [7] } }, all)).toMatchObject({
      nodes: [],
      except: { nodes: [], groups: [7] },
    }));

  it('below what is selected makes an exception, and another press undoes that', () => {
    const excepted = toggle(north, { nodes: [1] }, all);
    expect(excepted).toMatchObject({ nodes: [1], except: { nodes: [2] } });
    expect(toggle(north, excepted, all)).toMatchObject({ nodes: [1], except: { nodes: [] } });
  });

  it('below an exception changes nothing', () => {
    const targets = { nodes: [1], except: { nodes: [2] } };
    expect(toggle(shop, targets, all)).toBe(targets);
  });

  it('selects groups, and loudspeakers with and without a place', () => {
    const targets = [group, loose, speaker].reduce((chosen, item) => toggle(item, chosen, all), {});
    expect(targets).toMatchObject({ groups: [7], devices: [loose.serial, speaker.serial], nodes: [] });
  });
});

it('a loudspeaker of a chosen group is excepted where it is listed among those of the group', () => {
  expect(tickOf(speaker, { groups: [7] }, all, group)).toBe('inherited');
  const excepted = toggle(speaker, { groups: [7] }, all, group);
  expect(excepted).toMatchObject({ groups: [7], except: { devices: [speaker.serial] } });
  expect(chipsOf(excepted, all)).toEqual([{ item: group, but: [speaker] }]);
});

it('a chip has the exceptions below it', () => {
  const targets = { nodes: [2, 4], except: { nodes: [3] } };
  expect(chipsOf(targets, all)).toEqual([
    { item: north, but: [shop] },
    { item: south, but: [] },
  ]);
});

it('exceptions alone are no selection', () => {
  expect(isEmpty({ except: { nodes: [1] } })).toBe(true);
  expect(isEmpty({ groups: [1] })).toBe(false);
});
