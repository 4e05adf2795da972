import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCompany, openPage, setUpCompanies, stubCompanies } from './testing/company-harness.tsx';

vi.mock('./tree/tree-panel.tsx', () => ({
  TreePanel: ({ company }: { company: { name: string } }) => <p>the tree of {company.name}</p>,
}));

const scrolled = setUpCompanies();

const COMPANIES = [aCompany(1, { name: 'North', subcompany_count: 3 }), aCompany(2, { name: 'South' })];
const panelOf = (name: string) => screen.queryByRole('region', { name });
const rowOf = (name: string) => screen.findByRole('button', { name: new RegExp(`${name}$`) });
const subtitle = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent;
const flags = () => JSON.parse(localStorage.getItem('companyPanels') ?? 'null');
const notFound = (message = 'Nope') => Response.json({ error: message, code: 'not_found' }, { status: 404 });

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

it('scrolls to the tree 0.6 s after a company was chosen', async () => {
  stubCompanies(COMPANIES);
  const { user } = openPage();
  const row = await rowOf('South');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(row);
  await screen.findByText('the tree of South');
  scrolled.length = 0;
  act(() => void vi.advanceTimersByTime(500));
  expect(scrolled).toEqual([]);
  act(() => void vi.advanceTimersByTime(150));
  expect(scrolled).toEqual(['SECTION']);
});
