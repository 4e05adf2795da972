import { expect, it } from 'vitest';
import { withDistinctNames } from './distinct-names.ts';
import type { ListedVoice } from './voice-schemas.ts';

const voice = (voice_name: string, name: string): ListedVoice => ({
  voice_name,
  name,
  gender: 'female',
  type: 'Standard',
  language: 'English',
  language_codes: ['en-US'],
  has_sample: false,
});

it('voices that share a name, in any case, are told apart by their codes; others keep their names', () => {
  const named = withDistinctNames([voice('en-US-A', 'Anna'), voice('en-GB-A', 'anna'), voice('en-US-B', 'Bella')]);
  expect(named.map(({ name }) => name)).toEqual(['Anna (en-US-A)', 'anna (en-GB-A)', 'Bella']);
});
