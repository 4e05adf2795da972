import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCompany, bodiesOf, openPage, setUpCompanies, stubCompanies } from './testing/company-harness.tsx';
import { field, form, internal, named, openAdd, rowOf, toggle, tool } from './testing/companies-main-harness.tsx';

vi.mock('./tree/tree-panel.tsx', () => ({
  TreePanel: ({ company }: { company: { name: string } }) => <p>the tree of {company.name}</p>,
}));

setUpCompanies();

it('lists the companies with the most nested ones first, and marks a missing name, description or nested company', async () => {
  stubCompanies([
    aCompany(1, { name: 'Zebra' }),
    aCompany(2, { name: '' }),
    aCompany(3, { name: 'Alpha', description: 'First' }),
    aCompany(4, { name: 'Beta', subcompany_count: 1_200 }),
  ]);
  openPage();
  await waitFor(() => expect(rowOf(4)).not.toBeNull());
  expect(named()).toEqual(['Beta', 'Unknown', 'Alpha', 'Zebra']);
  expect(rowOf(4)!.querySelector('[data-tier]')?.getAttribute('data-tier')).toBe('7');
  expect(rowOf(4)!.textContent).toContain('1,200');
  expect(rowOf(3)!.textContent).toContain('No nested companies');
  expect(rowOf(3)!.textContent).toContain('First');
  expect(rowOf(1)!.textContent).toContain('No description');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Company',
    'Tree',
    'Description',
  ]);
});

it('edits name and description, sends a longer name unchanged, and refetches list and tree', async () => {
  const long = 'A name that is longer than the limit';
  const server = stubCompanies([aCompany(1, { name: long, description: 'Old' })]);
  const { user } = openPage('/navigation?company=1');
  await screen.findByText(`the tree of ${long}`);
  await user.click(tool('Edit')!);
  expect([field('Name'), field('Description')].map((input) => (input as HTMLInputElement).value)).toEqual([
    long,
    'Old',
  ]);
  expect([tool('Edit'), tool('Delete'), tool('Duplicate')]).toEqual([null, null, null]);
  await user.clear(field('Description'));
  await user.type(field('Description'), 'New{Enter}');
  await waitFor(() => expect(form('Edit Company')).toBeNull());
  expect(bodiesOf(server, 'PUT /company')).toEqual([{ company_id: 1, name: long, description: 'New' }]);
  await waitFor(() => expect(rowOf(1)!.textContent).toContain('New'));
  expect(bodiesOf(server, 'POST /company/tree')).toHaveLength(2);
  await user.click(tool('Edit')!);
  await user.type(field('Name'), '{Backspace}{Enter}');
  expect(screen.getByText('Up to 32 characters.')).toBeDefined();
});

it('opens one form at a time', async () => {
  stubCompanies([aCompany(1)]);
  const { user, router } = openPage('/navigation?company=1');
  await screen.findByText('the tree of Company 1');
  await user.click(tool('Edit')!);
  await user.click(toggle('Add Company'));
  expect([form('Edit Company'), form() === null]).toEqual([null, false]);
  await act(() => router.navigate('/navigation?company=1&do=delete'));
  expect([form(), screen.queryByRole('dialog') === null]).toEqual([null, false]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.search).toBe('?company=1'));
});

it('selects the duplicate', async () => {
  const server = stubCompanies([aCompany(1, { subcompany_count: 3 })]);
  const { user, router } = openPage('/navigation?company=1');
  await screen.findByText('the tree of Company 1');
  expect(tool('Delete')).toBeNull();
  await user.click(tool('Duplicate')!);
  await screen.findByText('the tree of The copy');
  expect(bodiesOf(server, 'POST /company/duplicate')).toEqual([{ company_id: 1, user_id: 7 }]);
  expect(router.state.location.search).toBe('?company=2');
  await waitFor(() => expect(rowOf(2)?.dataset.highlighted).toBe('true'));
});

it('shows why an edit, a duplication or a deletion failed', async () => {
  const server = stubCompanies([aCompany(1)]);
  for (const call of ['PUT /company', 'POST /company/duplicate', 'DELETE /company/delete']) {
    server.replies.set(call, () => internal('{}'));
  }
  const { user } = openPage('/navigation?company=1');
  await screen.findByText('the tree of Company 1');
  await user.click(tool('Edit')!);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to edit company');
  await user.click(within(form('Edit Company')!).getByRole('button', { name: 'Cancel' }));
  await user.click(tool('Duplicate')!);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to duplicate company');
  await user.click(tool('Delete')!);
  const question = () => screen.findByRole('dialog');
  await user.click(within(await question()).getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete company!');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(rowOf(1)?.dataset.selected).toBe('true');
  server.replies.set('DELETE /company/delete', () =>
    Response.json({ error: 'It has others in it', code: 'conflict' }, { status: 409 }),
  );
  await user.click(tool('Delete')!);
  await user.click(within(await question()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('It has others in it'));
});

it('clears the selection of a deleted company', async () => {
  const server = stubCompanies([aCompany(1), aCompany(2)]);
  const { user, router } = openPage('/navigation?company=1');
  await screen.findByText('the tree of Company 1');
  await user.click(tool('Delete')!);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(bodiesOf(server, 'DELETE /company/delete')).toEqual([{ company_id: 1, user_id: 7 }]);
  expect(bodiesOf(server, 'POST /company/tree')).toHaveLength(1);
  expect([rowOf(1), tool('Edit'), screen.queryByText(/^the tree of/)]).toEqual([null, null, null]);
  expect(JSON.parse(localStorage.getItem('companyPanels')!).tree).toBe(false);
});

it('accepts every field in the dialog up to its limit', async () => {
  const server = stubCompanies([aCompany(1)]);
  const { user } = await openAdd();
  fireEvent.change(field('Name'), { target: { value: 'Station' } });
  await user.click(screen.getByRole('button', { name: 'More details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Main Company' });
  const input = (name: RegExp) => within(dialog).getByLabelText<HTMLInputElement>(name, { selector: 'input' });
  expect(input(/^Name/).value).toBe('Station');
  expect([/^Name/, /^Description/, /^Country/].map((name) => input(name).maxLength)).toEqual([32, 64, 24]);
  const fill = (name: RegExp, value: string) => fireEvent.change(input(name), { target: { value } });
  fill(/^Name/, ' ');
  fill(/^Emblem/, '🏢🏢🏢🏢🏢');
  await user.click(within(dialog).getByRole('button', { name: 'Add New' }));
  expect(within(dialog).getByText('Name is required')).toBeDefined();
  expect(within(dialog).getByText('An emblem has 4 characters at most')).toBeDefined();
  fill(/^Name/, 'Central Station, platform 4');
  fill(/^Emblem/, '👨‍👩‍👧‍👦');
  await user.click(within(dialog).getByRole('button', { name: 'Add New' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf(server, 'POST /company/main/add')).toEqual([
    {
      name: 'Central Station, platform 4',
      description: null,
      continent: null,
      country: null,
      emblem: '👨‍👩‍👧‍👦',
      user_id: 7,
    },
  ]);
});

it('closes the dialog on Escape, after a confirmation where something was typed', async () => {
  stubCompanies([aCompany(1)]);
  const { user } = openPage('/navigation?company=1&do=details');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Main Company' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(tool('Details')!);
  await user.type(within(await screen.findByRole('dialog')).getByLabelText(/^Name/), 'x');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dialog.isConnected).toBe(false);
});

it('renders few rows, whatever the number of companies, with one tab stop and keys of its own', async () => {
  stubCompanies(Array.from({ length: 2_000 }, (_, index) => aCompany(index + 1, { subcompany_count: 2_000 - index })));
  const { user } = openPage('/navigation');
  const table = await screen.findByRole('table');
  await waitFor(() => expect(rowOf(1)).not.toBeNull());
  expect(table.getAttribute('aria-rowcount')).toBe('2001');
  expect(document.querySelectorAll('[data-company]').length).toBeLessThan(40);
  expect(document.querySelectorAll('[data-company] button[tabindex="0"]')).toHaveLength(1);
  const buttonOf = (id: number) => rowOf(id)?.querySelector('button');
  buttonOf(1)?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(buttonOf(2));
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(buttonOf(1));
});
