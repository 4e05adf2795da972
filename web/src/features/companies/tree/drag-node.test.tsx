import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, setUpTreeChanges } from './testing/tree-changes-harness.tsx';
import { openTree } from './testing/tree-harness.tsx';

setUpTreeChanges();

type Tree = Awaited<ReturnType<typeof openTree>>;
const dataTransfer = () => ({ setData: vi.fn<() => void>(), effectAllowed: 'none', dropEffect: 'none' });

/** Begins to drag a row and moves over another. @returns whether a drop is allowed there */
function drag({ row }: Tree, from: string, over: string): boolean {
  fireEvent.dragStart(row(from), { dataTransfer: dataTransfer() });
  return !fireEvent.dragOver(row(over), { dataTransfer: dataTransfer() });
}
const drop = ({ row }: Tree, on: string) => fireEvent.drop(row(on), { dataTransfer: dataTransfer() });
const moves = ({ calledWith }: Tree) => calledWith('PUT', '/company/move');

it('says where a dragged node is, and takes the move back', async () => {
  const tree = await openTree({ toasts: true });
  drag(tree, 'Door', 'Shop 2');
  drop(tree, 'Shop 2');
  expect(await screen.findByText(/^Moved to Shop 2/)).toBeDefined();
  await tree.user.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() =>
    expect(moves(tree)).toEqual([
      { company_id: 4, parent_company_id: 7 },
      { company_id: 4, parent_company_id: 3 },
    ]),
  );
});

it.each([
  ['Shop 1', 'North', 'It is here already'],
  ['North', 'Shop 1', 'Not below itself'],
  ['Shop 1', 'Shop 2', 'Devices only'],
  ['Door', 'South', 'Elements and companies only'],
  ['Door', 'Till', 'Nothing fits below a device'],
])('refuses to drop %s on %s, and shows why', async (from, on, reason) => {
  const tree = await openTree();
  expect(drag(tree, from, on)).toBe(false);
  expect(within(tree.row(on)).getByText(reason)).toBeDefined();
  drop(tree, on);
  expect(within(tree.row(on)).queryByText(reason)).toBeNull();
  expect(moves(tree)).toEqual([]);
});

it('does not drag the main company, nor with a touch', async () => {
  const tree = await openTree();
  expect(tree.row('Main').getAttribute('draggable')).toBe('false');
  fireEvent.pointerDown(tree.row('Door'), { pointerType: 'touch' });
  expect(fireEvent.dragStart(tree.row('Door'), { dataTransfer: dataTransfer() })).toBe(false);
  expect(tree.row('Door').dataset['drop']).toBeUndefined();
});

it('opens a closed row on which the pointer rests', async () => {
  const tree = await openTree();
  await tree.user.click(tree.button('South', 'Close')!);
  expect(tree.rows()).not.toContain('Shop 2');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  drag(tree, 'Door', 'South');
  await vi.waitFor(() => expect(tree.rows()).toContain('Shop 2'));
  fireEvent.dragEnd(tree.row('Door'));
  expect(tree.row('Door').dataset['drop']).toBeUndefined();
});

it('shows an error of the server as a toast, and the tree stays', async () => {
  const tree = await openTree({
    replies: { 'PUT /company/move': refusal('A tree has 20000 elements at most') },
    toasts: true,
  });
  drag(tree, 'Door', 'Shop 2');
  drop(tree, 'Shop 2');
  expect(await screen.findByText('A tree has 20000 elements at most')).toBeDefined();
});
