import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCompany, bodiesOf, setUpCompanies, stubCompanies } from './testing/company-harness.tsx';
import { field, form, internal, openAdd, rowOf, toggle } from './testing/companies-main-harness.tsx';

vi.mock('./tree/tree-panel.tsx', () => ({
  TreePanel: ({ company }: { company: { name: string } }) => <p>the tree of {company.name}</p>,
}));

const scrolled = setUpCompanies();

it('accepts names of at most 32 and descriptions of at most 64 characters', async () => {
  const server = stubCompanies([]);
  const { user } = await openAdd();
  await user.type(field('Name'), 'x'.repeat(34));
  await user.type(field('Description'), 'y'.repeat(66));
  expect(field('Name')).toHaveProperty('value', 'x'.repeat(32));
  await user.click(within(form()!).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(bodiesOf(server, 'POST /company/main/add')).toHaveLength(1));
  expect(bodiesOf(server, 'POST /company/main/add')[0]).toEqual({
    name: 'x'.repeat(32),
    description: 'y'.repeat(64),
    user_id: 7,
  });
});

it('requires a name, and sends no request without one', async () => {
  const server = stubCompanies([]);
  const { user } = await openAdd();
  await user.type(field('Name'), '   {Enter}');
  expect(screen.getByText('Name is required')).toBeDefined();
  expect(document.activeElement).toBe(field('Name'));
  expect(bodiesOf(server, 'POST /company/main/add')).toEqual([]);
});

it('closes the form on Escape and on a press outside, keeping the input; Cancel clears it', async () => {
  stubCompanies([aCompany(1)]);
  const { user } = await openAdd();
  await user.type(field('Name'), 'Draft{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  expect(document.activeElement).toBe(toggle('Add Company'));

  await user.click(toggle('Add Company'));
  expect(field('Name')).toHaveProperty('value', 'Draft');
  await user.click(field('Description'));
  expect(form()).not.toBeNull();
  fireEvent.mouseDown(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(form()).toBeNull());

  await user.click(toggle('Add Company'));
  await user.click(toggle('Cancel'));
  await waitFor(() => expect(form()).toBeNull());
  await user.click(toggle('Add Company'));
  expect(field('Name')).toHaveProperty('value', '');
});

it('selects the added company, shows its tree, and scrolls to its row after 0.8 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const server = stubCompanies([aCompany(1, { name: 'Old', subcompany_count: 2 })]);
  const { user, router } = await openAdd('/navigation?q=old');
  await user.type(field('Name'), 'Fresh{Enter}');
  await screen.findByText('the tree of Fresh');
  expect(form()).toBeNull();
  expect(router.state.location.search).toBe('?company=2');
  expect(rowOf(2)?.dataset.selected).toBe('true');
  expect(server.requestsTo.filter(({ call }) => call === 'GET /company/main/companies')).toHaveLength(2);
  expect(scrolled).toEqual([]);
  act(() => void vi.advanceTimersByTime(800));
  expect(scrolled).toEqual(['DIV']);
  // The form that was submitted is not in the history.
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.search).toBe('?q=old'));
  expect(form()).toBeNull();
});

it.each([
  ['the error of the server', '{"error":"The list is full","code":"unprocessable"}', 'The list is full'],
  ['its message', '{"message":"No room left"}', 'No room left'],
  ['its raw text', 'Upstream broke', 'Upstream broke'],
  ['a text of the console', '{}', 'Failed to add company'],
])('shows %s after a failed addition, and keeps the input', async (_what, body, text) => {
  const server = stubCompanies([]);
  server.replies.set('POST /company/main/add', () => internal(body));
  const { user } = await openAdd();
  await user.type(field('Name'), 'Fresh{Enter}');
  expect((await within(form()!).findByRole('alert')).textContent).toBe(text);
  expect(field('Name')).toHaveProperty('value', 'Fresh');
});

it('hides the error of an addition after 30 s', async () => {
  const server = stubCompanies([]);
  server.replies.set('POST /company/main/add', () => internal('{}'));
  const { user } = await openAdd();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(field('Name'), { target: { value: 'Fresh' } });
  fireEvent.submit(form()!);
  await vi.waitFor(() => expect(within(form()!).queryByRole('alert')).not.toBeNull());
  act(() => void vi.advanceTimersByTime(29_900));
  expect(within(form()!).queryByRole('alert')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(within(form()!).queryByRole('alert')).toBeNull();
  vi.useRealTimers();
  await user.click(field('Name'));
});

it('shows that there is no key, whatever the server answers', async () => {
  const server = stubCompanies([]);
  server.replies.set('POST /company/main/add', () =>
    Response.json({ error: 'Authentication required', code: 'unauthenticated' }, { status: 401 }),
  );
  const { user } = await openAdd();
  sessionStorage.removeItem('user_key');
  await user.type(field('Name'), 'Fresh{Enter}');
  expect((await within(form()!).findByRole('alert')).textContent).toBe('Не авторизован');
});
