import { ROLES } from '@belfry/schemas/domain/roles';
import { expect, it } from 'vitest';
import { canEditVoice, canReadVoice } from './voices.ts';

it('shows a blocked voice to administrators only', () => {
  for (const role of ROLES) {
    expect(canReadVoice({ id: 1, role }, { block: false })).toBe(true);
    expect(canReadVoice({ id: 1, role }, { block: true })).toBe(role !== 'user');
  }
});

it('lets only administrators edit voices', () => {
  for (const role of ROLES) {
    for (const block of [true, false]) expect(canEditVoice({ id: 1, role }, { block })).toBe(role !== 'user');
  }
});
