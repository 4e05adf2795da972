import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, setUpTreeChanges } from './testing/tree-changes-harness.tsx';
import { openTree } from './testing/tree-harness.tsx';

setUpTreeChanges();

const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /^Name of/ });

it('renames with F2 and Enter, sends the name only, and returns the focus to the row', async () => {
  const { user, row, calledWith } = await openTree();
  row('North').focus();
  await user.keyboard('{F2}');
  expect(document.activeElement).toBe(field());
  await user.keyboard('West{Enter}');
  await vi.waitFor(() => expect(field()).toBeNull());
  expect(calledWith('PUT', '/company')).toEqual([{ company_id: 2, user_id: 1, name: 'West' }]);
  await vi.waitFor(() => expect(row('West')).toBe(document.activeElement));
});

it('leaves keys with Control, Meta or Alt to the browser', async () => {
  const { user, row } = await openTree();
  row('North').focus();
  for (const key of ['Control', 'Meta', 'Alt']) await user.keyboard(`{${key}>}{F2}{/${key}}`);
  expect(field()).toBeNull();
});

it('begins with a double click, and cancels with Escape without a request', async () => {
  const { user, row, calledWith } = await openTree();
  await user.dblClick(within(row('Shop 1')).getByTitle('Shop 1'));
  await user.keyboard('Something');
  await user.keyboard('{Escape}');
  expect(field()).toBeNull();
  await vi.waitFor(() => expect(row('Shop 1')).toBe(document.activeElement));
  expect(calledWith('PUT', '/company')).toEqual([]);
});

it('shows an invalid name and an error of the server in place, and keeps the text', async () => {
  const { user, row, replies, calledWith } = await openTree({
    replies: { 'PUT /company': refusal('The element is being copied') },
  });
  row('North').focus();
  await user.keyboard('{F2}{Backspace}{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Name is required');
  await user.keyboard('A much too long n{Enter}');
  expect(screen.getByRole('alert').textContent).toMatch(/15/);
  expect(calledWith('PUT', '/company')).toEqual([]);
  await user.clear(field()!);
  await user.keyboard('West{Enter}');
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The element is being copied'));
  expect([field()?.value, document.activeElement]).toEqual(['West', field()]);
  delete replies['PUT /company'];
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(row('West')).toBeDefined());
});

it('saves when the field is left, and closes it where nothing changed', async () => {
  const { user, row, calledWith } = await openTree();
  row('North').focus();
  await user.keyboard('{F2}');
  await user.tab();
  await vi.waitFor(() => expect(field()).toBeNull());
  expect(calledWith('PUT', '/company')).toEqual([]);
  row('North').focus();
  await user.keyboard('{F2}East');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await vi.waitFor(() => expect(row('East')).toBeDefined());
  expect(calledWith('PUT', '/company')).toHaveLength(1);
});

it('does not rename the main company, and leaves arrows and letters to the field', async () => {
  const { user, row } = await openTree();
  row('Main').focus();
  await user.keyboard('{F2}');
  expect(field()).toBeNull();
  row('North').focus();
  await user.keyboard('{F2}{ArrowDown}s');
  expect([field()?.value, document.activeElement]).toEqual(['s', field()]);
});
