import { describe, expect, it } from 'vitest';
import { elementListSchema } from './groups-api.ts';

const PLACE = { continent: 'Europe', country: 'Germany', city: 'Berlin', street: 'Main', house: '7' };
const DOOR = { company_id: 4, name: 'Door', description: null, serial: null, status: null };

describe('a device of a group', () => {
  it.each([
    ['as our server has it', { ...DOOR, ...PLACE }],
    ['with its place under address', { ...DOOR, address: PLACE }],
    ['called id instead of company_id', { id: 4, name: 'Door', ...PLACE }],
    ['with fields of tomorrow', { ...DOOR, ...PLACE, colour: 'red' }],
  ])('is read %s', (_how, element) => expect(elementListSchema.parse([element])).toEqual([{ ...DOOR, ...PLACE }]));

  it('has no address where none is given', () => {
    const [door] = elementListSchema.parse([{ id: 4, name: 'Door', address: null }]);
    expect(door).toMatchObject({ country: null, street: null });
  });

  it('requires an id', () => expect(elementListSchema.safeParse([{ name: 'Door' }]).success).toBe(false));
});
