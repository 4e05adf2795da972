import { expect, it } from 'vitest';
import { canSeeVoice } from './voices.ts';

it('shows a blocked voice to administrators only', () => {
  for (const role of ['user', 'admin', 'root'] as const) {
    expect(canSeeVoice({ role }, { block: false })).toBe(true);
    expect(canSeeVoice({ role }, { block: true })).toBe(role !== 'user');
  }
});
