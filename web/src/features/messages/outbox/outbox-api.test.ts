import { expect, it } from 'vitest';
import { isFiltered, openMessageOf, outboxFilters } from './outbox-api.ts';

const { read: readFrom, defaults, write, pageOf } = outboxFilters;
const read = (text: string) => readFrom(new URLSearchParams(text)) ?? defaults;
const change = (text: string, filters: Partial<typeof defaults>, page = 1) =>
  write(new URLSearchParams(text), { ...read(text), ...filters }, page).toString();

it('reads an address, with defaults for invalid values', () => {
  expect(read('')).toEqual({ q: '', channel: 'all', state: 'all' });
  expect(read('q=ada&channel=sms&state=lost&page=-3')).toEqual({ q: 'ada', channel: 'sms', state: 'all' });
  expect(pageOf(new URLSearchParams('page=-3'))).toBe(1);
});

it('opens the first page for another filter, and leaves defaults out', () => {
  expect(change('page=3&message=7', { channel: 'mail' })).toBe('message=7&channel=mail');
  expect(change('channel=mail&page=3', { channel: 'all' })).toBe('');
  expect(change('channel=mail', {}, 2)).toBe('channel=mail&page=2');
});

it('detects whether a filter is set', () => {
  expect(isFiltered(read('page=2'))).toBe(false);
  expect(isFiltered(read('state=failed'))).toBe(true);
});

it.each([
  ['message=7', 7],
  ['message=', null],
  ['message=x', null],
  ['', null],
])('opens by %j message %j', (address, id) => expect(openMessageOf(new URLSearchParams(address))).toBe(id));
