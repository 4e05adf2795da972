import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { baseApi } from '../../../lib/api/base-api.ts';
import { serialOf, SHOPS } from '../../../testing/tree-factory.ts';
import { openTree } from './testing/tree-harness.tsx';
import { setUpTreeChanges } from './testing/tree-changes-harness.tsx';

setUpTreeChanges();

it('shows the serial and the inherited address of a device, and requires no address', async () => {
  const { user, button } = await openTree();
  await user.click(button('Door', 'Edit')!);
  const form = screen.getByRole('form', { name: 'Edit Device' });
  const serial = within(form).getByRole<HTMLInputElement>('textbox', { name: 'Serial' });
  expect([serial.value, serial.readOnly, serial.maxLength]).toEqual([serialOf(4), true, 19]);
  expect(within(form).getByText('Inherited address: Main 1, Kyiv')).toBeDefined();
  expect(within(form).queryByRole('textbox', { name: 'City' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
});

it('confirms before the input is discarded', async () => {
  const { user, button } = await openTree();
  await user.click(button('North', 'Edit')!);
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'cold');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Description' }).value).toBe('cold');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('form')).toBeNull();
});

it('keeps the input when another user deletes the element', async () => {
  const { user, row, button, replies, store } = await openTree();
  await user.click(row('Shop 1'));
  await user.click(button('Shop 1', 'Edit')!);
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await user.type(name, 'X');
  const typed = (name as HTMLInputElement).value;
  replies['POST /company/tree'] = () =>
    Response.json(SHOPS.filter(({ company_id }) => ![3, 4, 5].includes(company_id)));
  store.dispatch(baseApi.util.invalidateTags(['Company']));
  expect((await screen.findByRole('alert')).textContent).toContain('This was deleted meanwhile');
  expect(name).toHaveProperty('value', typed);
  expect(screen.queryByRole('treeitem', { name: /^Shop 1/ })).toBeNull();
});
