import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { openTree } from './testing/tree-harness.tsx';

beforeAll(startI18n);
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['user', false],
  ['admin', true],
  ['root', true],
] as const)('shows JSON to %s: %j', async (role, offered) => {
  const { button } = await openTree({ role });
  expect(button('Door', 'JSON view of') !== null).toBe(offered);
});

it('shows a node as JSON, to copy, until Escape', async () => {
  const { user, button } = await openTree({ role: 'admin' });
  vi.stubGlobal('isSecureContext', true);
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(button('Shop 1', 'JSON view of')!);
  const dialog = await screen.findByRole('dialog', { name: 'JSON of Shop 1' });
  const shown = JSON.parse(dialog.querySelector('pre')!.textContent) as unknown;
  expect(shown).toMatchObject({ company_id: 3, type: 'Company', city: 'Kyiv', level: 2, children: [4, 5] });
  expect(within(dialog).getByText('Press ESC to close')).toBeDefined();
  expect(within(dialog).getByText('Admin/Root access only')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  await within(dialog).findByRole('button', { name: 'Copied!' });
  expect(copied).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
