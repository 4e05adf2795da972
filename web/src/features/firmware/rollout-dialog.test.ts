import { expect, it } from 'vitest';
import { INITIAL_FORM, rolloutOf, sharesOf } from './rollout-dialog.tsx';

const FILE = 'belfry-client-3.5.tar.zst';

it('begins with 1, 10 and 100 percent, a threshold of ten percent and a minute between the phases', () =>
  expect(rolloutOf(FILE, INITIAL_FORM)).toEqual({
    filename: FILE,
    phases: [1, 10, 100],
    max_error_rate: 0.1,
    phase_pause_s: 60,
  }));

it.each([
  ['1, 10, 100', [1, 10, 100]],
  ['5 % 50 %', [5, 50]],
  ['0.5;100', [0.5, 100]],
  ['', []],
])('reads the shares of %j', (text, shares) => expect(sharesOf(text)).toEqual(shares));

it.each(['', 'ten', '10, 1', '0', '101', '10, 10'])('refuses the shares %j', (shares) =>
  expect(rolloutOf(FILE, { ...INITIAL_FORM, shares })).toBeNull(),
);

it('makes a phase of each chosen group', () => {
  const form = { ...INITIAL_FORM, by: 'groups' as const, groups: [7, null, 3] };
  expect(rolloutOf(FILE, form)?.phases).toEqual([{ group_ids: [7] }, { group_ids: [3] }]);
  expect(rolloutOf(FILE, { ...form, groups: [null] })).toBeNull();
});

it('includes devices with a newer version only where that is chosen', () => {
  expect(rolloutOf(FILE, INITIAL_FORM)).not.toHaveProperty('allow_downgrade');
  expect(rolloutOf(FILE, { ...INITIAL_FORM, allowDowngrade: true })).toMatchObject({ allow_downgrade: true });
});

it('refuses empty numbers', () => {
  expect(rolloutOf(FILE, { ...INITIAL_FORM, errorPercent: '' })).toBeNull();
  expect(rolloutOf(FILE, { ...INITIAL_FORM, pauseSeconds: '' })).toBeNull();
});
