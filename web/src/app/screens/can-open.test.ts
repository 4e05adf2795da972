import { expect, it } from 'vitest';
import { navigationFor, screensFor } from './can-open.ts';
import { SCREENS } from './screens.ts';

const links = (role: Parameters<typeof navigationFor>[0]) => navigationFor(role).map(({ path }) => path);

it('shows a user no link of the administrators', () =>
  expect(links('user')).toEqual(['/home', '/navigation', '/sms', '/language', '/schedule', '/settings']));

it.each(['admin', 'root'] as const)(
  'shows %s the users, the voices of the catalogue, the devices and the outbox',
  (role) =>
    expect(links(role)).toEqual([
      '/home',
      '/admin',
      '/navigation',
      '/sms',
      '/language',
      '/schedule',
      '/settings',
      '/voices',
      '/devices',
      '/outbox',
    ]),
);

it('has no links to password and help in the bar, but lets everybody open them', () =>
  expect(screensFor('user').map(({ path }) => path)).toEqual([
    '/home',
    '/navigation',
    '/sms',
    '/language',
    '/schedule',
    '/settings',
    '/password',
    '/help',
  ]));

it.each(SCREENS)('$path has a label in both languages', ({ label }) => {
  expect(label.en).toMatch(/^[A-Z]\P{Script=Cyrillic}+$/u);
  expect(label.ru.trim()).not.toBe('');
});
