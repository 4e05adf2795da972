import { ALL_RIGHTS, NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import { expect, it } from 'vitest';
import { navigationFor, screensFor } from './access.tsx';
import { ENTRIES, SCREENS } from './screens.ts';

const pathsFor = (...[role, rights]: Parameters<typeof navigationFor>) => {
  const { entries, others } = navigationFor(role, rights);
  return { entries: entries.map(({ path }) => path), others: others.map(({ path }) => path) };
};
/** A caretaker says and looks; texts and accounts are the work of others. */
const CARETAKER = rightsOfRole('announcer', { mayEmergency: true });

it('shows the owner of a tree seven entries, and no page of the administrators', () => {
  const { entries, others } = pathsFor('user', ALL_RIGHTS);
  expect(entries).toEqual(ENTRIES.map(({ path }) => path));
  expect(entries).toHaveLength(7);
  expect(others).toEqual(['/navigation', '/schedule', '/language', '/sms', '/settings']);
});

it('shows a caretaker five entries at most, and the rest of theirs below them', () => {
  const { entries, others } = pathsFor('user', CARETAKER);
  expect(entries).toEqual(['/home', '/say', '/calendar', '/places', '/activity']);
  expect(others).toEqual(['/navigation', '/schedule', '/library', '/language', '/sms', '/settings']);
});

it.each(['admin', 'root'] as const)('shows %s each screen with a link exactly once', (role) => {
  const { entries, others } = pathsFor(role, ALL_RIGHTS);
  expect([...entries, ...others].toSorted()).toEqual(
    [...SCREENS.flatMap(({ path, listed }) => (listed ? [path] : [])), '/settings/me'].toSorted(),
  );
  expect(others).toEqual(expect.arrayContaining(['/devices', '/admin', '/voices']));
});

it.each(ENTRIES)('$path of an entry is that of a screen', ({ path }) =>
  expect(SCREENS.filter((screen) => screen.path === path)).toHaveLength(1),
);

it('lets everybody open password and help', () =>
  expect(screensFor('user').map(({ path }) => path)).toEqual([
    '/home',
    '/activity',
    '/navigation',
    '/add',
    '/places',
    '/places/:id',
    '/say',
    '/scenarios',
    '/scenarios/runs/:id',
    '/calendar',
    '/schedule',
    '/library',
    '/library/voices',
    '/language',
    '/sms',
    '/settings',
    '/settings/me',
    '/settings/people',
    '/settings/organisation',
    '/settings/connections',
    '/password',
    '/see-as',
    '/help',
  ]));

it('opens the software to administrators, and the server to roots alone', () => {
  const settingsOf = (role: 'admin' | 'root') =>
    screensFor(role).flatMap(({ path }) => (path.startsWith('/settings/s') ? [path] : []));
  expect(settingsOf('admin')).toEqual(['/settings/software']);
  expect(settingsOf('root')).toEqual(['/settings/software', '/settings/server']);
});

it.each(SCREENS)('$path has a label in both languages', ({ label }) => {
  expect(label.en).toMatch(/^[A-Z]\P{Script=Cyrillic}+$/u);
  expect(label.ru.trim()).not.toBe('');
  expect(label.de.trim()).not.toBe('');
});

it.each(NODE_ROLES)('offers a %s only screens that they have a use for', (role) => {
  const { entries, others } = pathsFor('user', rightsOfRole(role, { mayEmergency: false }));
  const ofTexts = ['/say', '/calendar', '/schedule', '/library', '/sms'];
  expect(ofTexts.filter((path) => [...entries, ...others].includes(path))).toEqual(
    role === 'technician' ? [] : ofTexts,
  );
  expect(entries).toContain('/places');
});
