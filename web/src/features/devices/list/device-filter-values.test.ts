import { describe, expect, it } from 'vitest';
import { pageOfAddress } from '../../../lib/list-address.ts';
import { DEFAULT_FILTERS, deviceAddress, isFiltered } from './device-filter-values.ts';

const address = (text: string) => new URLSearchParams(text);

describe('filters in the address', () => {
  it('returns null for an address without filters', () => {
    expect(deviceAddress.read(address('device=1234-5678-9012-3456&page=2'))).toBeNull();
  });

  it('reads named filters and uses defaults for the others', () => {
    expect(deviceAddress.read(address('status=online&page_size=24'))).toEqual({
      ...DEFAULT_FILTERS,
      status: 'online',
      page_size: 24,
    });
  });

  it('compares modes case-insensitively', () => {
    expect(deviceAddress.read(address('mode=NO'))?.mode).toBe('no');
  });

  it('ignores an invalid value and keeps the valid ones', () => {
    expect(deviceAddress.read(address('status=burning&page_size=7&q=shop'))).toEqual({ ...DEFAULT_FILTERS, q: 'shop' });
  });

  it('reads what it has written', () => {
    const filters = {
      type: 'audio',
      status: 'offline',
      mode: 'blocked',
      version: '1.4.2 & more',
      seen: '24h',
      tags: 'hall,shop',
      company_id: '12',
      q: 'a b&c',
      sort: '-last_seen',
      page_size: 48,
    } as const;
    const written = deviceAddress.write(address('device=x'), filters, 3);
    expect(deviceAddress.read(written)).toEqual(filters);
    expect(pageOfAddress(written)).toBe(3);
    expect(written.get('device')).toBe('x');
  });

  it.each([
    'company_id=x',
    'company_id=-1',
    'tags=a,b,c,d,e,f',
    'tags=-x',
    'company_id=1e3',
    'seen=2h',
    `version=${'9'.repeat(51)}`,
  ])('ignores %s', (text) => expect(deviceAddress.read(address(text))).toEqual(DEFAULT_FILTERS));

  it('leaves defaults and the first page out', () => {
    expect(deviceAddress.write(address('status=online&page=4&q=x'), DEFAULT_FILTERS, 1).toString()).toBe('');
  });

  it.each(['page=0', 'page=-2', 'page=x', 'page=1.5', ''])('reads %j as the first page', (text) => {
    expect(pageOfAddress(address(text))).toBe(1);
  });
});

it('does not count the page size as a filter', () => {
  expect(isFiltered({ ...DEFAULT_FILTERS, page_size: 48 })).toBe(false);
  expect(isFiltered({ ...DEFAULT_FILTERS, q: 'x' })).toBe(true);
});
