import { describe, expect, it } from 'vitest';
import { addCompanyBodySchema, editCompanyBodySchema } from './changes.ts';

describe('the body of a node', () => {
  it('is trimmed, and empty texts become null', () => {
    const body = { name: ' Hall ', description: '  ', city: ' Riga ', emblem: '', serial: '', device_type: '' };
    expect(addCompanyBodySchema.parse(body)).toMatchObject({
      name: 'Hall',
      description: null,
      city: 'Riga',
      emblem: null,
      serial: null,
      device_type: null,
    });
  });

  it('accepts the zip under two names', () => {
    expect(addCompanyBodySchema.parse({ name: 'x', zipCode: ' 1 ' }).zip).toBe('1');
    expect(editCompanyBodySchema.parse({ company_id: 1, zip: '2', zipCode: '1' }).zip).toBe('2');
    expect(editCompanyBodySchema.parse({ company_id: 1 }).zip).toBeUndefined();
  });

  it('counts an emblem as one character', () => {
    const emblem = (text: string) => addCompanyBodySchema.safeParse({ name: 'x', emblem: text }).success;
    expect(emblem('👩‍👩‍👧‍👦🏢🇱🇻🎄')).toBe(true);
    expect(emblem('🏢🏢🏢🏢🏢')).toBe(false);
  });

  it('accepts ids as numbers or digits, and the offset in minutes or as text', () => {
    expect(addCompanyBodySchema.parse({ name: 'x', parent_company_id: '12', time_zone_utc: '-03:30' })).toMatchObject({
      parent_company_id: 12,
      time_zone_utc: -210,
    });
    expect(addCompanyBodySchema.safeParse({ name: 'x', parent_company_id: 3_000_000_000 }).success).toBe(false);
  });

  it.each([
    ['name', 32],
    ['description', 64],
    ['continent', 24],
    ['country', 64],
    ['city', 20],
    ['street', 25],
    ['house', 10],
    ['zip', 10],
    ['zipCode', 10],
  ])('accepts a %s of %i characters, and rejects a longer one', (field, max) => {
    const takes = (length: number) =>
      addCompanyBodySchema.safeParse({ name: 'x', [field]: 'x'.repeat(length) }).success &&
      editCompanyBodySchema.safeParse({ company_id: 1, [field]: 'x'.repeat(length) }).success;
    expect([takes(max), takes(max + 1)]).toEqual([true, false]);
  });

  it('reports which text is too long', () => {
    const { error } = addCompanyBodySchema.safeParse({ name: 'x', city: 'c'.repeat(21), house: 'h'.repeat(11) });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'A city has 20 characters at most',
      'A house number has 10 characters at most',
    ]);
  });
});
