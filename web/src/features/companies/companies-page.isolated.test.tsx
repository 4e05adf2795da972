import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { aCompany, bodiesOf, openPage, setUpCompanies, stubCompanies } from './testing/company-harness.tsx';

vi.mock('./tree/tree-panel.tsx', () => ({
  TreePanel: ({ company }: { company: { name: string } }) => <p>the tree of {company.name}</p>,
}));

setUpCompanies();

const COMPANIES = [aCompany(1, { name: 'North', subcompany_count: 3 }), aCompany(2, { name: 'South' })];
const panelOf = (name: string) => screen.queryByRole('region', { name });
const rowOf = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });
const subtitle = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent;
const flags = () => JSON.parse(localStorage.getItem('companyPanels') ?? 'null');

it('shows the list and the help first; the panels of a tree appear with a selected company', async () => {
  stubCompanies(COMPANIES);
  const { user, router } = openPage();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Company Tree');
  await rowOf('North');
  expect(subtitle()).toBe('Trees Organization');
  expect([panelOf('Tree'), panelOf('Manager Group')]).toEqual([null, null]);
  expect(panelOf('Main Companies')).not.toBeNull();
  expect(screen.getByText(/^Every panel can be hidden/)).toBeDefined();

  await user.click(await rowOf('North'));
  expect(await screen.findByText('the tree of North')).toBeDefined();
  expect(screen.getByText('the groups')).toBeDefined();
  expect(subtitle()).toBe('North');
  expect(router.state.location.search).toBe('?company=1');
  expect(sessionStorage.getItem('lastSelectedCompany')).toBe('1');
  expect(flags()).toEqual({ main: true, tree: true, group: true, help: true, general: true });
});

it('requests the whole tree', async () => {
  const server = stubCompanies(COMPANIES);
  openPage('/navigation?company=2');
  await screen.findByText('the tree of South');
  expect(bodiesOf(server, 'POST /company/tree')).toEqual([{ company_id: 2, expandAll: true }]);
});

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

it('shows the loading state, then the error, and retries', async () => {
  const server = stubCompanies(COMPANIES);
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.replies.set('GET /company/main/companies', () => promise);
  const { user } = openPage();
  expect(screen.getAllByText('Loading...').length).toBeGreaterThan(0);
  resolve(Response.json({ error: 'It broke', code: 'internal' }, { status: 500 }));
  expect(await screen.findByText('The companies could not be loaded: 500 Internal Server Error')).toBeDefined();
  expect(screen.getByText('It broke')).toBeDefined();
  server.replies.clear();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await rowOf('North')).toBeDefined();
});

it('keeps the list when it cannot be refetched, and shows the error', async () => {
  const server = stubCompanies(COMPANIES);
  const { store } = openPage();
  await rowOf('North');
  server.replies.set('GET /company/main/companies', () =>
    Response.json({ error: 'It broke', code: 'internal' }, { status: 500 }),
  );
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Company'])));
  expect((await screen.findByRole('alert')).textContent).toContain('It broke');
  expect(await rowOf('North')).toBeDefined();
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
