import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setUpTreeChanges } from './testing/tree-changes-harness.tsx';
import { openTree } from './testing/tree-harness.tsx';

setUpTreeChanges();

const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /^Name of/ });

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
