import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { baseApi } from '../../../lib/api/base-api.ts';
import { serialOf, SHOPS } from '../../../testing/tree-factory.ts';
import { openTree } from './testing/tree-harness.tsx';
import { broken, refusal, setUpTreeChanges } from './testing/tree-changes-harness.tsx';

setUpTreeChanges();

it('edits a company in place: required fields, limits, and errors of the server', async () => {
  const { user, button, calledWith, replies } = await openTree();
  await user.click(button('Shop 1', 'Edit')!);
  const form = screen.getByRole('form', { name: 'Edit Company' });
  const field = (name: string) => within(form).getByRole<HTMLInputElement>('textbox', { name });
  const save = within(form).getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(document.activeElement).toBe(field('Name'));
  expect([field('Name').maxLength, field('Description').maxLength]).toEqual([20, 30]);
  await user.clear(field('Name'));
  expect(save.disabled).toBe(true);
  await user.type(field('Name'), 'Shop of the town');
  await user.clear(field('Street'));
  await user.click(save);
  expect(within(form).getByText('Name takes 15 characters at most')).toBeDefined();
  expect(within(form).getByText('Street is required')).toBeDefined();
  expect(document.activeElement).toBe(field('Name'));
  expect(calledWith('PUT', '/company')).toEqual([]);

  await user.clear(field('Name'));
  await user.type(field('Name'), 'Shop 1a');
  await user.type(field('Street'), 'Sea');
  replies['PUT /company'] = refusal('Another one has this name');
  await user.click(save);
  await vi.waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('Another one has this name'));
  replies['PUT /company'] = broken;
  await user.click(save);
  await vi.waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('Ошибка обновления'));
  expect(field('Name').value).toBe('Shop 1a');

  delete replies['PUT /company'];
  await user.click(save);
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(calledWith('PUT', '/company').at(-1)).toMatchObject({
    company_id: 3,
    user_id: 1,
    type: 'Company',
    name: 'Shop 1a',
    city: 'Kyiv',
    street: 'Sea',
    house: '1',
    zip: null,
  });
});

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

it('edits an element without a location', async () => {
  const { user, button } = await openTree();
  await user.click(button('North', 'Edit')!);
  const names = within(screen.getByRole('form', { name: 'Edit Element' })).getAllByRole('textbox');
  expect(names).toHaveLength(2);
});

it('adds another main company, or shows the error', async () => {
  const { user, calledWith, replies } = await openTree({ replies: { 'POST /company/main/add': broken } });
  await user.click(screen.getByRole('button', { name: 'Add Main Company' }));
  const form = screen.getByRole('form', { name: 'Add Main Company' });
  const add = within(form).getByRole<HTMLButtonElement>('button', { name: 'Add' });
  expect(add.disabled).toBe(true);
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'A name that is longer than the form takes');
  await user.click(add);
  await vi.waitFor(() => expect(within(form).getByRole('alert').textContent).toBe('Ошибка добавления'));
  delete replies['POST /company/main/add'];
  await user.click(add);
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(calledWith('POST', '/company/main/add').at(-1)).toEqual({
    name: 'A name that is longer than the f',
    description: null,
    user_id: 1,
  });
});

it.each([
  ['/', 'Ошибка обновления дерева'],
  ['/?view=devices', 'Ошибка обновления списка'],
])('shows at %s that it could not be refetched, and keeps the old data', async (path, text) => {
  const { user, replies } = await openTree({ path });
  replies['POST /company/tree'] = broken;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.getByText('Door')).toBeDefined();
  delete replies['POST /company/tree'];
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
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
