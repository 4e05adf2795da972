import { expect, it, describe } from 'vitest';
import { readNumbers, readSelected, withSelected } from './sms-draft.ts';

describe('typed numbers', () => {
  it('normalises numbers, drops repeated ones and keeps what is none', () => {
    expect(readNumbers(['+49 151 12345678', '+4915112345678', '12', 'Anna', '+371 26 123 456 ext. 5'])).toEqual({
      numbers: ['+4915112345678'],
      invalid: ['12', 'Anna', '+371 26 123 456 ext. 5'],
    });
  });
});

describe('the nodes in the address', () => {
  it.each([
    [null, []],
    ['', []],
    ['[]', []],
    ['[12,14,15,12]', [12, 14, 15]],
    ['[{"company_id":12,"serial":"1111-1111-1111-1111"}]', [12]],
    ['[0,-1,1.5,"7",null,9]', [9]],
    ['{"length":7}', []],
    ['7', []],
    ['null', []],
    ['[1,2', []],
    ['"[1]"', []],
  ])('%j names the nodes %j', (devices, ids) => expect(readSelected(devices)).toEqual(ids));

  it('keeps the other parameters', () => {
    const address = new URLSearchParams({ devices: '[1]', tab: 'send' });
    expect(withSelected(address, [1, 2]).get('devices')).toBe('[1,2]');
    expect(withSelected(address, []).toString()).toBe('tab=send');
  });
});
