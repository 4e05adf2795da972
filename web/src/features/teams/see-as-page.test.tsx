import { type SeenNode, type SeenTree, accessHttp } from '@belfry/schemas/http/teams/access';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { on, refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { SeeAsPage } from './see-as-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const source = (
  company_id: number,
  name: string | null,
  role: 'technician' | 'announcer',
): SeenNode['sources'][number] => ({
  company_id,
  name,
  role,
  may_emergency: false,
  expires_at: null,
});
const CHAIN: SeenNode = {
  company_id: 1,
  name: 'Chain',
  type: 'Main',
  has_children: true,
  rights: ['read', 'operate'],
  sources: [source(9, null, 'technician')],
};
const SHOP: SeenNode = {
  ...CHAIN,
  company_id: 2,
  name: 'Shop 12',
  type: 'Company',
  has_children: false,
  rights: ['read', 'read-texts', 'speak', 'operate'],
  sources: [...CHAIN.sources, source(2, 'Shop 12', 'announcer')],
};
const treeOf = (...nodes: SeenNode[]): SeenTree => ({
  user_id: 9,
  name: 'Ada',
  rights: SHOP.rights,
  nodes,
  total: nodes.length,
});

const open = (person = '9') =>
  openPage(
    <SeeAsPage renderMenu={(rights) => <p>Menu for {rights.join(', ')}</p>} />,
    on(accessHttp.seen, ({ params, query }) =>
      params.user_id === 9
        ? treeOf(query.company_id === 1 ? SHOP : CHAIN)
        : refusal(404, 'This person is no member here'),
    ),
    {},
    { address: `/see-as?person=${person}` },
  );

const rowOf = (group: string, action: string): HTMLElement | undefined =>
  within(screen.getByRole('list', { name: group }))
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(action));

it('shows the menu of the person, and what they may do at a place with where it comes from', async () => {
  const { user, calls } = await open();
  expect(await screen.findByRole('heading', { name: 'What Ada sees' })).toBeDefined();
  expect(screen.getByText('Menu for read, read-texts, speak, operate')).toBeDefined();
  expect(rowOf('Devices', 'Send commands')?.textContent).toContain('Technician at an element above');
  expect(rowOf('Announcements', 'Say something now')?.dataset['allowed']).toBe('false');
  await user.click(await screen.findByRole('button', { name: 'Open Chain' }));
  await user.click(await screen.findByRole('button', { name: /^Shop 12/ }));
  expect(screen.getByRole('heading', { name: 'Allowed at Shop 12' })).toBeDefined();
  expect(rowOf('Announcements', 'Say something now')?.textContent).toContain('Announcer at Shop 12');
  expect(rowOf('People', 'Add, change and end people')?.dataset['allowed']).toBe('false');
  // It only reads, with the key of the reader.
  expect(calls.every(({ method, key }) => method === 'GET' && key === 'key')).toBe(true);
});

it.each(['10', 'nobody', ''])('has nobody to show for the person %j', async (person) => {
  await open(person);
  expect(await screen.findByText('Nobody to show')).toBeDefined();
});
