import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { baseApi } from '../../../lib/api/base-api.ts';
import { SHOPS } from '../../../testing/tree-factory.ts';
import { broken, refusal, setUpTreeChanges } from './testing/tree-changes-harness.tsx';
import { openTree } from './testing/tree-harness.tsx';

setUpTreeChanges();

const dialog = () => screen.queryByRole('dialog', { name: /^Move / });
const options = () => within(dialog()!).queryAllByRole('option');

it('shows the error in the dialog, and allows another attempt', async () => {
  const { user, button, replies } = await openTree({
    replies: { 'PUT /company/move': refusal('A tree has 64 levels at most') },
  });
  await user.click(button('North', 'Move')!);
  await user.click(options()[0]!);
  expect((await within(dialog()!).findByRole('alert')).textContent).toBe('A tree has 64 levels at most');
  replies['PUT /company/move'] = broken;
  await user.click(options()[0]!);
  await vi.waitFor(() => expect(within(dialog()!).getByRole('alert').textContent).toBe('Move error'));
  delete replies['PUT /company/move'];
  await user.click(options()[0]!);
  await vi.waitFor(() => expect(dialog()).toBeNull());
});

it('is not offered for the main node, and states where there is no other place', async () => {
  const { user, button } = await openTree({ nodes: SHOPS.filter(({ company_id }) => company_id < 6) });
  expect(button('Main', 'Move')).toBeNull();
  await user.click(button('North', 'Move')!);
  expect(options()).toEqual([]);
  expect(dialog()?.textContent).toContain('There is no other place for North in this tree.');
});

it('shows that the node was deleted meanwhile', async () => {
  const { user, button, replies, store } = await openTree();
  await user.click(button('North', 'Move')!);
  replies['POST /company/tree'] = () =>
    Response.json(SHOPS.filter(({ company_id }) => company_id > 5 || company_id < 2));
  store.dispatch(baseApi.util.invalidateTags(['Company']));
  expect((await within(dialog()!).findByRole('alert')).textContent).toContain('This was deleted meanwhile');
  expect(options()).toEqual([]);
});
