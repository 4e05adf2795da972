import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { serialOf } from '../../../testing/tree-factory.ts';
import { openTree } from './testing/tree-harness.tsx';
import { broken, EMPTY_SHOP, advanceTime, setUpTreeChanges, UNBIND } from './testing/tree-changes-harness.tsx';

setUpTreeChanges();

it('confirms the deletion of a company on a card, which closes by itself', async () => {
  const { user, button, row, rows, calledWith } = await openTree({ nodes: EMPTY_SHOP });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const card = () => screen.queryByRole('dialog', { name: 'Delete Shop 3' });
  await user.click(button('Shop 3', 'Delete')!);
  expect(card()?.textContent).toContain('Confirm DeletionDelete the company Shop 3?');
  await advanceTime(5_100);
  expect(card()).toBeNull();
  await user.click(button('Shop 3', 'Delete')!);
  await user.click(document.body);
  expect(card()).toBeNull();
  await user.click(button('Shop 3', 'Delete')!);
  await user.click(within(card()!).getByRole('button', { name: 'Yes' }));
  await vi.waitFor(() => expect(rows()).not.toContain('Shop 3'));
  expect(calledWith('DELETE', '/company/delete')).toEqual([{ company_id: 10, user_id: 1 }]);
  await vi.waitFor(() => expect(document.activeElement).toBe(row('South')));
});

it('unbinds a device before it deletes its node, and only logs where that fails', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue();
  const { user, button, rows, row, calls, replies } = await openTree();
  const remove = async (name: string): Promise<void> => {
    await user.click(button(name, 'Delete')!);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await vi.waitFor(() => expect(rows()).not.toContain(name));
  };
  await remove('Door');
  await vi.waitFor(() => expect(document.activeElement).toBe(row('Shop 1')));
  const sent = calls.filter(({ path }) => path === UNBIND || path === '/company/delete');
  expect(sent).toEqual([
    { method: 'POST', path: UNBIND, body: { serial: serialOf(4) } },
    { method: 'DELETE', path: '/company/delete', body: { company_id: 4, user_id: 1 } },
  ]);
  expect(logged).not.toHaveBeenCalled();
  replies[`POST ${UNBIND}`] = broken;
  await remove('Hall');
  expect(logged).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
  await remove('Screen');
  expect(logged).toHaveBeenCalledOnce();
});
