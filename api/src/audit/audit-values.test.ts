import { AUDIT_SIDE_MAX_BYTES } from '@belfry/schemas/domain/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditValue, differenceOf } from './audit-values.ts';

describe('a side of a change', () => {
  it.each([
    'pass',
    'password',
    'newPassword',
    'password_hash',
    'wifi_pass',
    'device_pass',
    'user_key',
    'device_key',
    'key',
    'token',
    'secret',
    'client_secret',
    'code',
    'recovery_codes',
    'pin',
    'otp',
    'link',
  ])('has no value of %s, at any depth', (name) => {
    const value = auditValue({ [name]: 'hidden-value', list: [{ [name]: ['hidden-value'] }] });
    expect(JSON.stringify(value)).not.toContain('hidden-value');
    expect(value).toHaveProperty(name);
  });

  it.each(['country_code', 'language_codes', 'name', 'keyboard', 'company_id', 'zip', 'description', 'mapping'])(
    'keeps %s',
    (name) => expect(auditValue({ [name]: 'x' })).toEqual({ [name]: 'x' }),
  );

  it('says whether a secret is set', () => {
    expect(auditValue({ pass: null, pass_changed: true, token: '' })).toEqual({
      pass: null,
      pass_changed: true,
      token: '',
    });
  });

  it('is cut where texts or lists are long, and never larger than its limit', () => {
    const cut = auditValue({ text: 'x'.repeat(5_000), list: Array.from({ length: 80 }, (_, n) => n) });
    expect(cut['text']).toBe(`${'x'.repeat(400)}…`);
    expect(cut['list']).toHaveLength(51);
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 10 }), { maxKeys: 200 }), (value) => {
        expect(Buffer.byteLength(JSON.stringify(auditValue(value)))).toBeLessThanOrEqual(AUDIT_SIDE_MAX_BYTES);
      }),
    );
    const many = auditValue(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field_${n}`, 'x'.repeat(100)])));
    expect(many['…']).toBeGreaterThan(400);
    expect(Buffer.byteLength(JSON.stringify(many))).toBeLessThanOrEqual(AUDIT_SIDE_MAX_BYTES);
  });
});

describe('a change', () => {
  it('has the fields that differ and that the new side names', () => {
    const before = { id: 1, name: 'Bell', enabled: true, times: ['08:00'], revision: 1, updated_at: new Date(0) };
    const after = {
      name: 'Bell',
      enabled: false,
      times: ['09:00'],
      note: undefined,
      revision: 2,
      updated_at: new Date(1),
    };
    expect(differenceOf({ before, after })).toEqual({
      before: { enabled: true, times: ['08:00'] },
      after: { enabled: false, times: ['09:00'] },
    });
  });

  it('of something new or deleted has that side whole', () => {
    expect(differenceOf({ after: { name: 'Bell' } })).toEqual({ before: null, after: { name: 'Bell' } });
    expect(differenceOf({ before: { name: 'Bell' }, after: null })).toEqual({ before: { name: 'Bell' }, after: null });
    expect(differenceOf({})).toEqual({ before: null, after: null });
  });

  it('of a secret names it only', () => {
    expect(differenceOf({ before: { wifi_pass: 'one' }, after: { wifi_pass: 'two' } })).toEqual({
      before: { wifi_pass: '(removed)' },
      after: { wifi_pass: '(removed)' },
    });
  });
});
