import { describe, expect, it } from 'vitest';
import { compareCatalogue } from './sync.service.ts';
import type { Described } from './naming.ts';
import type { VoiceRow } from './voices.repository.ts';

const offer = (voice_name: string, changes: Partial<Described> = {}): Described => ({
  voice_name,
  language: 'ru',
  languagefull: 'Russian (Russia)',
  language_codes: ['ru-RU'],
  gender: 'FEMALE',
  voice_type: 'standard',
  suggested_name: `Russian ${voice_name}`,
  ...changes,
});

const row = (voice_name: string, changes: Partial<VoiceRow> = {}): VoiceRow => {
  const { suggested_name, ...facts } = offer(voice_name);
  return {
    ...facts,
    display_name: suggested_name,
    provider: 'espeak',
    block: false,
    vanished_at: null,
    sample_started_at: null,
    sample_error: null,
    created_at: new Date(0),
    ...changes,
  };
};

const names = (entries: { voice_name: string }[]) => entries.map(({ voice_name }) => voice_name);

describe('the catalogue', () => {
  it('does not change without a difference, also for renamed voices', () => {
    const known = [row('A', { display_name: 'Anna', block: true })];
    expect(compareCatalogue(known, [offer('A')], 'espeak')).toEqual({ added: [], updated: [], removed: [] });
  });

  it('adds new voices, updates changed and returned ones, and removes those that are not offered', () => {
    const known = [
      row('A', { display_name: 'Anna' }),
      row('B', { language_codes: ['ru'] }),
      row('C', { vanished_at: new Date() }),
      row('D'),
    ];
    const found = compareCatalogue(
      known,
      [offer('A', { gender: 'MALE' }), offer('B'), offer('C'), offer('E')],
      'espeak',
    );
    expect([names(found.added), names(found.updated), found.removed]).toEqual([['E'], ['A', 'B', 'C'], ['D']]);
    expect(found.updated[0]).toMatchObject({ gender: 'MALE', display_name: 'Anna' });
    expect(names(compareCatalogue([row('A')], [offer('A')], 'google').updated)).toEqual(['A']);
  });

  it('numbers names that exist in any case, within the maximum length', () => {
    const known = [row('A', { display_name: 'ANNA' })];
    const long = 'n'.repeat(70);
    const offered = ['A', 'B', 'C', 'D', 'E'].map((name, index) =>
      offer(name, { suggested_name: index < 3 ? 'Anna' : long }),
    );
    const wanted = compareCatalogue(known, offered, 'espeak').added.map(({ display_name }) => display_name);
    expect(wanted).toEqual(['Anna 2', 'Anna 3', 'n'.repeat(60), `${'n'.repeat(58)} 2`]);
  });
});
