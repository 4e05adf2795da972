import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { baseApi } from '../../../lib/api/base-api.ts';
import { aNode, SHOPS } from '../../../testing/tree-factory.ts';
import { broken, refusal, setUpTreeChanges } from './testing/tree-changes-harness.tsx';
import { openTree } from './testing/tree-harness.tsx';

setUpTreeChanges();

const dialog = () => screen.queryByRole('dialog', { name: /^Move / });
const options = () => within(dialog()!).queryAllByRole('option');
const names = () => options().map(({ textContent }) => textContent);
const search = () => within(dialog()!).getByRole<HTMLInputElement>('combobox');

it('moves a node with the keyboard, and scrolls to it', async () => {
  const { user, button, row, aria, calledWith } = await openTree();
  button('Shop 1', 'Move')!.focus();
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(document.activeElement).toBe(search()));
  expect(names()).toEqual(['Main ', 'South Main']);
  await user.keyboard('sou');
  expect(names()).toEqual(['South Main']);
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(calledWith('PUT', '/company/move')).toEqual([{ company_id: 3, parent_company_id: 6 }]);
  await waitFor(() => expect(row('Shop 1').dataset['highlighted']).toBe('true'));
  expect([aria('North', 'expanded'), aria('Shop 1', 'level')]).toEqual([null, '3']);
  expect(row('South').compareDocumentPosition(row('Shop 1'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

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

it('clears the search on Escape, then closes and returns the focus', async () => {
  const { user, button, calledWith } = await openTree();
  await user.click(button('North', 'Move')!);
  await user.keyboard('xyz');
  expect(dialog()?.textContent).toContain('Nothing found');
  await user.keyboard('{Escape}');
  expect([search().value, names()]).toEqual(['', ['South Main']]);
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(document.activeElement).toBe(button('North', 'Move'));
  expect(calledWith('PUT', '/company/move')).toEqual([]);
});

it('is not offered for the main node, and states where there is no other place', async () => {
  const { user, button } = await openTree({ nodes: SHOPS.filter(({ company_id }) => company_id < 6) });
  expect(button('Main', 'Move')).toBeNull();
  await user.click(button('North', 'Move')!);
  expect(options()).toEqual([]);
  expect(dialog()?.textContent).toContain('There is no other place for North in this tree.');
});

it('lists at most 100 targets of a large tree', async () => {
  const elements = Array.from({ length: 120 }, (_, index) => aNode(100 + index, { parent_company_id: 1 }));
  const { user, button } = await openTree({ nodes: [...SHOPS, ...elements] });
  await user.click(button('North', 'Move')!);
  expect(options()).toHaveLength(100);
  expect(dialog()?.textContent).toContain('100 of 121 shown');
  await user.paste('Node 219');
  expect(names()).toEqual(['Node 219 Main']);
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
