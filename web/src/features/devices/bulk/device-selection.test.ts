import { BULK_SERIALS_MAX } from '@belfry/schemas/http/fleet/bulk';
import { describe, expect, it } from 'vitest';
import { clicked, isAll, NOTHING, withPage, type SelectionState } from './device-selection.ts';

const page = ['a', 'b', 'c', 'd'];
const filter = 'status=online';
const click = (selection: SelectionState, serial: string, range = false) =>
  clicked(selection, { serial, page, filter, range });
const namesOf = ({ serials }: SelectionState) => [...serials].toSorted().join('');

describe('a click', () => {
  it('selects and deselects one device', () => {
    const one = click(NOTHING, 'b');
    expect(namesOf(one)).toBe('b');
    expect(namesOf(click(one, 'b'))).toBe('');
  });

  it.each([
    ['a', 'c', 'abc'],
    ['d', 'b', 'bcd'],
  ])('with Shift selects everything from %s to %s', (from, to, all) => {
    expect(namesOf(click(click(NOTHING, from), to, true))).toBe(all);
  });

  it('with Shift selects only the device where the range begins on another page', () => {
    expect(namesOf(click({ ...NOTHING, serials: new Set(['x']), anchor: 'x' }, 'b', true))).toBe('bx');
  });

  it('on one of all devices of the filter leaves the others of the page', () => {
    const all = { ...NOTHING, all: filter };
    expect(namesOf(click(all, 'b'))).toBe('acd');
    expect(isAll(click(all, 'b'), filter)).toBe(false);
  });
});

it('selects and deselects a page, and keeps devices of other pages', () => {
  const other = { ...NOTHING, serials: new Set(['x']) };
  const both = withPage(other, { page, filter }, true);
  expect(namesOf(both)).toBe('abcdx');
  expect(namesOf(withPage(both, { page, filter }, false))).toBe('x');
});

it('ends the selection of all devices with another filter', () => {
  expect(isAll({ ...NOTHING, all: filter }, 'status=offline')).toBe(false);
});

it('has no more devices than one request may name', () => {
  const many = Array.from({ length: BULK_SERIALS_MAX + 5 }, (_, index) => `s${index}`);
  expect(withPage(NOTHING, { page: many, filter }, true).serials.size).toBe(BULK_SERIALS_MAX);
});
