import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { aCompany, openPage, setUpCompanies, stubCompanies } from './testing/company-harness.tsx';
import { form, rowOf as idRowOf, toggle, tool } from './testing/companies-main-harness.tsx';

vi.mock('./tree/tree-panel.tsx', () => ({
  TreePanel: ({ company }: { company: { name: string } }) => <p>the tree of {company.name}</p>,
}));

setUpCompanies();

const COMPANIES = [aCompany(1, { name: 'North', subcompany_count: 3 }), aCompany(2, { name: 'South' })];
const panelOf = (name: string) => screen.queryByRole('region', { name });
const rowOf = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });
const subtitle = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent;
const notFound = (message = 'Nope') => Response.json({ error: message, code: 'not_found' }, { status: 404 });
const flags = () => JSON.parse(localStorage.getItem('companyPanels') ?? 'null');

it('stores which panels are hidden, in the panels and in the bar of switches', async () => {
  stubCompanies(COMPANIES);
  const { user, unmount } = openPage('/navigation?company=1');
  await screen.findByText('the tree of North');
  await user.click(screen.getByRole('button', { name: 'Hide Tree' }));
  await user.click(screen.getByRole('button', { name: 'Hide Main Companies' }));
  await user.click(screen.getByRole('checkbox', { name: 'How it works' }));
  unmount();
  openPage('/navigation?company=1');
  await screen.findByText('the tree of North');
  const shown = (panel: string) => screen.queryByRole('button', { name: `Hide ${panel}` }) !== null;
  expect(['Main Companies', 'Tree', 'Manager Group', 'How it works'].map(shown)).toEqual([false, false, true, false]);
  expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull();
  expect(flags()).toEqual({ main: false, tree: false, group: true, help: false, general: true });
});

it('shows that the session has no user, and sends no request', () => {
  const server = stubCompanies(COMPANIES);
  openPage('/navigation', { user_id: 0, role: 'user' });
  expect(screen.getByText('No user selected')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeDefined();
  expect(server.requestsTo).toEqual([]);
});

it('shows changes of other users, and clears the selection of a deleted company', async () => {
  const server = stubCompanies(COMPANIES);
  const { store, router } = openPage('/navigation?company=2');
  await screen.findByText('the tree of South');
  server.companies = [aCompany(2, { name: 'Far South' })];
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Company'])));
  await waitFor(() => expect(subtitle()).toBe('Far South'));
  server.companies = [];
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Company'])));
  await waitFor(() => expect(subtitle()).toBe('Trees Organization'));
  expect(router.state.location.search).toBe('');
  expect(panelOf('Tree')).toBeNull();
  expect([sessionStorage.getItem('lastSelectedCompany'), flags().tree]).toEqual([null, false]);
  expect(screen.queryByText('Company not found')).toBeNull();
});

it('opens the company of the last visit, highlighted for 3 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  sessionStorage.setItem('lastSelectedCompany', '2');
  stubCompanies(COMPANIES);
  const { router } = openPage();
  await screen.findByText('the tree of South');
  expect(router.state.location.search).toBe('?company=2');
  const row = (await rowOf('South')).closest('tr')!;
  await waitFor(() => expect(row.dataset.highlighted).toBe('true'));
  act(() => void vi.advanceTimersByTime(2_900));
  expect(row.dataset.highlighted).toBe('true');
  act(() => void vi.advanceTimersByTime(200));
  expect(row.dataset.highlighted).toBeUndefined();
});

it('forgets a deleted company of the last visit without a message', async () => {
  sessionStorage.setItem('lastSelectedCompany', '9');
  stubCompanies(COMPANIES);
  const { router } = openPage();
  await rowOf('North');
  await waitFor(() => expect(sessionStorage.getItem('lastSelectedCompany')).toBeNull());
  expect(router.state.location.search).toBe('');
  expect(screen.queryByText('Company not found')).toBeNull();
});

it('shows that a linked company does not exist', async () => {
  stubCompanies(COMPANIES);
  const { router } = openPage('/navigation?company=9');
  expect(await screen.findByText('Company not found')).toBeDefined();
  expect(router.state.location.search).toBe('');
});

it.each([
  ['edit', 'Failed to open edit form'],
  ['details', 'Failed to open edit form'],
  ['delete', 'Failed to open delete confirmation'],
])('shows that a company that a link would %s does not exist', async (action, title) => {
  stubCompanies(COMPANIES);
  const { router } = openPage(`/navigation?company=9&do=${action}`);
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.getByText('Company not found')).toBeDefined();
  expect(router.state.location.search).toBe('');
});

it('shows that a company with nested ones cannot be deleted by a link', async () => {
  stubCompanies(COMPANIES);
  const { router } = openPage('/navigation?company=1&do=delete');
  expect(await screen.findByText('Failed to open delete confirmation')).toBeDefined();
  expect(screen.getByText('Only a company without nested companies can be deleted.')).toBeDefined();
  expect(router.state.location.search).toBe('?company=1');
  expect(screen.queryByRole('dialog')).toBeNull();
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

it('renders few rows, whatever the number of companies, with one tab stop and keys of its own', async () => {
  stubCompanies(Array.from({ length: 2_000 }, (_, index) => aCompany(index + 1, { subcompany_count: 2_000 - index })));
  const { user } = openPage('/navigation');
  const table = await screen.findByRole('table');
  await waitFor(() => expect(idRowOf(1)).not.toBeNull());
  expect(table.getAttribute('aria-rowcount')).toBe('2001');
  expect(document.querySelectorAll('[data-company]').length).toBeLessThan(40);
  expect(document.querySelectorAll('[data-company] button[tabindex="0"]')).toHaveLength(1);
  const buttonOf = (id: number) => idRowOf(id)?.querySelector('button');
  buttonOf(1)?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(buttonOf(2));
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(buttonOf(1));
});

it('shows that a tree could not be restored, and clears the selection', async () => {
  sessionStorage.setItem('lastSelectedCompany', '2');
  const server = stubCompanies(COMPANIES);
  server.replies.set('POST /company/tree', () => notFound());
  const { user, router } = openPage();
  const text = 'The company tree could not be restored. The company may have been deleted.';
  expect(await screen.findByText(text)).toBeDefined();
  expect(router.state.location.search).toBe('');
  expect(sessionStorage.getItem('lastSelectedCompany')).toBeNull();
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows why the tree of a chosen company could not be loaded, and loads it on retry', async () => {
  const server = stubCompanies(COMPANIES);
  server.replies.set('POST /company/tree', () => notFound('The database is away'));
  const { user } = openPage();
  await user.click(await rowOf('South'));
  const dialog = await screen.findByRole('dialog', { name: 'Failed to select company' });
  expect(dialog.textContent).toContain('The company tree could not be loaded: The database is away');
  await waitFor(() => expect(subtitle()).toBe('Trees Organization'));
  expect([panelOf('Tree'), flags().tree]).toEqual([null, false]);
  server.replies.clear();
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('the tree of South')).toBeDefined();
  expect(flags().tree).toBe(true);
  expect(document.activeElement).toBe(await rowOf('South'));
});
