import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, shownSetting } from './place-settings.ts';

const inherited: EffectiveSettings = { ...DEFAULT_SETTINGS, volume_max: { value: 60, source_company_id: 1 } };
const settings: EffectiveSettings = { ...inherited, volume_max: { value: 30, source_company_id: 2 } };
const node = { settings, inherited, nodeId: 2 };

it.each([
  ['its own value', {}, { value: 30, own: true, source: null }],
  ['the value of the parent after "Use inherited"', { volume_max: null }, { value: 60, own: false, source: 1 }],
  ['a changed value', { volume_max: 0 }, { value: 0, own: true, source: null }],
])('is %s', (_what, changes, shown) => expect(shownSetting('volume_max', node, changes)).toEqual(shown));

it('of a new node is that of its parent', () => {
  expect(shownSetting('volume_max', { settings: inherited, inherited, nodeId: null }, {})).toEqual({
    value: 60,
    own: false,
    source: 1,
  });
});
