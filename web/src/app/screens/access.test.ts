import { ALL_RIGHTS, NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import { expect, it } from 'vitest';
import { navigationFor, screensFor } from './access.tsx';
import { SCREENS } from './screens.ts';

const sections = (role: Parameters<typeof navigationFor>[0]) =>
  navigationFor(role, ALL_RIGHTS).map(({ group, items }) => [group, items.map(({ path }) => path)]);

it('shows a user no link and no group of the administrators', () =>
  expect(sections('user')).toEqual([
    [null, ['/home']],
    ['fleet', ['/alarms']],
    ['places', ['/navigation']],
    ['sound', ['/say', '/schedule', '/library', '/language', '/sms']],
    ['system', ['/settings', '/integrations', '/audit']],
  ]));

it.each(['admin', 'root'] as const)('shows %s all links in their groups', (role) =>
  expect(sections(role)).toEqual([
    [null, ['/home']],
    ['fleet', ['/devices', '/alarms']],
    ['places', ['/navigation']],
    ['sound', ['/say', '/schedule', '/library', '/voices', '/language', '/sms']],
    ['people', ['/admin']],
    ['system', ['/settings', '/integrations', '/outbox', '/audit']],
  ]),
);

it('has each screen with an icon in the bar exactly once', () => {
  const shown = navigationFor('root', ALL_RIGHTS).flatMap(({ items }) => items.map(({ path }) => path));
  expect(shown.toSorted()).toEqual(SCREENS.flatMap(({ path, icon }) => (icon ? [path] : [])).toSorted());
});

it('has no links to password and help in the bar, but lets everybody open them', () =>
  expect(screensFor('user').map(({ path }) => path)).toEqual([
    '/home',
    '/alarms',
    '/navigation',
    '/places/:id',
    '/say',
    '/schedule',
    '/library',
    '/language',
    '/sms',
    '/settings',
    '/integrations',
    '/audit',
    '/password',
    '/see-as',
    '/talk',
    '/help',
  ]));

it.each(SCREENS)('$path has a label in both languages', ({ label }) => {
  expect(label.en).toMatch(/^[A-Z]\P{Script=Cyrillic}+$/u);
  expect(label.ru.trim()).not.toBe('');
});

it.each(NODE_ROLES)('offers a %s only screens that they have a use for', (role) => {
  const paths = navigationFor('user', rightsOfRole(role, { mayEmergency: false })).flatMap(({ items }) =>
    items.map(({ path }) => path),
  );
  const ofTexts = ['/say', '/schedule', '/library', '/sms'];
  expect(ofTexts.filter((path) => paths.includes(path))).toEqual(role === 'technician' ? [] : ofTexts);
  expect(paths).toContain('/navigation');
});
