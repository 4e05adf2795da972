import { expect, it } from 'vitest';
import { changeTreeAddress, readTreeAddress } from './tree-address.ts';

it.each([
  ['', { view: 'tree', find: '' }],
  ['view=devices&find=door', { view: 'devices', find: 'door' }],
  ['view=map', { view: 'map', find: '' }],
  ['view=globe', { view: 'tree', find: '' }],
])('reads %j', (text, address) => expect(readTreeAddress(new URLSearchParams(text))).toEqual(address));

it('leaves defaults out and keeps the page’s own parameters', () => {
  const change = (text: string, next: Parameters<typeof changeTreeAddress>[1]) =>
    changeTreeAddress(new URLSearchParams(text), next).toString();
  expect(change('company=7', { view: 'devices' })).toBe('company=7&view=devices');
  expect(change('company=7&view=devices&find=x', { view: 'tree', find: '' })).toBe('company=7');
});
