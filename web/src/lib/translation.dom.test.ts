import { expect, it } from 'vitest';
import { startI18n } from './i18n.ts';
import { textsOf } from './translation.ts';

it('the types refuse a key of another namespace, a form of a plural, and a plural without its number', async () => {
  await startI18n();
  const t = textsOf(['devices', 'ui']);
  expect(t('pager.showing', { count: 2, from: 1, to: 2, total: 2 })).toBe('Showing 1-2 of 2 devices');
  expect(t('ui:roles.root')).toBe('Root');
  // @ts-expect-error a key of another namespace
  expect(t('settings:title')).not.toBe('');
  // @ts-expect-error no such key
  expect(t('ui:roles.nobody')).toContain('roles.nobody');
  // @ts-expect-error a form of a plural
  expect(t('pager.showing_one', { from: 1, to: 1, total: 1 })).toBe('Showing 1-1 of 1 device');
  // @ts-expect-error a plural without its number
  expect(t('pager.showing')).toContain('pager.showing');
});
