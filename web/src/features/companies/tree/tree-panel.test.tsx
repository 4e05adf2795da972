import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { aNode, SHOPS } from '../../../testing/tree-factory.ts';
import { buildTree } from './company-tree.ts';
import { branchDevices } from './tree-map.tsx';
import { openTree } from './testing/tree-harness.tsx';

beforeAll(startI18n);
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const NAMES = ['Main', 'North', 'Shop 1', 'Door', 'Hall', 'South', 'Shop 2', 'Till', 'Screen'];
const struck = (name: string): boolean => screen.getAllByText(name)[0]!.hasAttribute('data-struck');
const selectedNames = (): (string | null | undefined)[] =>
  within(screen.getByRole('region', { name: 'Selected Audio Devices' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent);

it('shows the whole tree open, each node at its level', async () => {
  const { aria, rows, row, calledWith } = await openTree();
  expect(rows()).toEqual(NAMES);
  expect(calledWith('POST', '/company/tree')).toEqual([{ company_id: 1, expandAll: true }]);
  expect(['Main', 'North', 'Shop 1', 'Door'].map((name) => aria(name, 'level'))).toEqual(['1', '2', '3', '4']);
  expect(row('Door').style.fontSize).toBe('15px');
  expect(row('Door').style.getPropertyValue('--level-indent')).toBe('73.5px');
});

it.each([
  [1, ['Door', 'Hall', 'Till']],
  [2, ['Door', 'Hall']],
  [3, ['Door', 'Hall']],
  [4, ['Door']],
  [99, []],
])('the card and the floor plan of node %i have the devices at any depth below it', (id, names) => {
  expect(branchDevices(buildTree(SHOPS), id).map(({ name }) => name)).toEqual(names);
});

it.each([
  [null, 'Audio'],
  ['storage', 'Storage'],
  ['toaster', 'Unknown'],
])('shows a device of type %j as %s', async (device_type, label) => {
  const odd = Object.assign(aNode(10, { parent_company_id: 3, name: 'Odd', type: 'Device' }), { device_type });
  const { row } = await openTree({ nodes: [...SHOPS, odd] });
  expect(within(row('Odd')).getByText(new RegExp(label, 'i'))).toBeDefined();
});

it('offers the actions of a node: no edit of the main one, no add below a device, no delete of a node with children', async () => {
  const { button, rows } = await openTree();
  const having = (action: string) => rows().filter((name) => button(name!, action));
  expect(having('Add below')).toEqual(['Main', 'North', 'Shop 1', 'South', 'Shop 2']);
  expect(having('Edit')).toEqual(NAMES.slice(1));
  expect(having('Delete')).toEqual(['Door', 'Hall', 'Till', 'Screen']);
});

it('offers no delete of a main company, even an empty one, and shows how to begin', async () => {
  const { button } = await openTree({ nodes: SHOPS.slice(0, 1) });
  expect(button('Main', 'Delete')).toBeNull();
  expect(screen.getByText('This company is still empty')).toBeDefined();
});

it('checks all nodes below a parent, opens them, and unchecks them again', async () => {
  const { aria, user, rows, box, button } = await openTree();
  expect(screen.getByText('No audio devices selected')).toBeDefined();
  expect(struck('Door')).toBe(true);
  await user.click(button('South', 'Close')!);
  expect(rows()).not.toContain('Till');

  await user.click(box('South'));
  expect(rows()).toContain('Till');
  expect([aria('South', 'checked'), aria('Till', 'checked'), aria('Main', 'checked')]).toEqual([
    'true',
    'true',
    'mixed',
  ]);
  expect([struck('Till'), struck('Door')]).toEqual([false, true]);
  expect(screen.getByText('Selected Audio: 1')).toBeDefined();
  expect(selectedNames()).toEqual(['Till']);

  await user.click(box('Main'));
  expect(screen.getByText('Selected Audio: 3')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Send SMS' }).getAttribute('href')).toBe('/sms?devices=%5B4%2C5%2C8%5D');
  await user.click(screen.getByRole('button', { name: 'Remove Hall from the selection' }));
  expect(aria('Shop 1', 'checked')).toBe('mixed');
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.getByText('Selected Audio: 0')).toBeDefined();
  // The screen is no audio device: it stays checked.
  expect(aria('Screen', 'checked')).toBe('true');
});

it('shows all devices in one list, narrowed by the filter, with the same selection', async () => {
  const { user, box, router } = await openTree();
  await user.click(box('Door'));
  await user.click(screen.getByRole('radio', { name: 'Devices' }));
  const list = screen.getByRole('list', { name: 'All Devices' });
  const boxes = () => within(list).getAllByRole('checkbox');
  expect(boxes().map((each) => (each as HTMLInputElement).checked)).toEqual([true, false, false, false]);
  expect(list.parentElement?.style.maxHeight).toBe('400px');
  expect(within(list).getAllByText('Main 1, Kyiv')).toHaveLength(2);
  await user.type(screen.getByRole('textbox', { name: 'Filter' }), 'shop 2{Enter}');
  await waitFor(() => expect(boxes()).toHaveLength(2));
  expect(router.state.location.search).toBe('?view=devices&find=shop+2');
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(screen.getByText('Selected Audio: 2')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Selected Audio Devices' }).parentElement?.style.maxHeight).toBe('200px');
});

it('filters the tree to matches and their paths, and checks visible nodes only', async () => {
  const { user, rows, box } = await openTree({ path: '/?find=door' });
  expect(rows()).toEqual(['Main', 'North', 'Shop 1', 'Door']);
  await user.click(box('Main'));
  expect(screen.getByText('Selected Audio: 1')).toBeDefined();
  await user.clear(screen.getByRole('textbox', { name: 'Filter' }));
  await user.type(screen.getByRole('textbox', { name: 'Filter' }), 'nowhere{Enter}');
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
  expect(rows()).toEqual(NAMES);
});

it('stores per root which nodes are open', async () => {
  const { user, rows, button } = await openTree();
  await user.click(button('North', 'Close')!);
  expect(JSON.parse(sessionStorage.getItem('companyTree:openNodes')!)).toEqual({ 1: { 2: false } });
  cleanup();
  const again = await openTree();
  expect(again.rows()).not.toContain('Shop 1');
  await user.click(screen.getByRole('button', { name: 'Expand all' }));
  expect(rows()).toEqual(NAMES);
  await user.click(screen.getByRole('button', { name: 'Collapse all' }));
  expect(rows()).toEqual(['Main']);
});

it('handles the keyboard: arrows, Home, End, typing and Space', async () => {
  const { aria, user, row } = await openTree();
  const focus = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0];
  const press = async (keys: string, lands: string): Promise<void> => {
    await user.keyboard(keys);
    await vi.waitFor(() => expect(focus()).toBe(lands));
  };
  row('Main').focus();
  await press('{ArrowDown}', 'North');
  await press('{ArrowLeft}', 'North');
  expect(aria('North', 'expanded')).toBe('false');
  await press('{ArrowRight}{ArrowRight}', 'Shop 1');
  await press('{ArrowUp}', 'North');
  await press('{End}', 'Screen');
  await press('{ArrowLeft}', 'Shop 2');
  await press('{Home}', 'Main');
  await press('t', 'Till');
  await user.keyboard(' ');
  expect(aria('Till', 'checked')).toBe('true');
  expect(screen.getAllByRole('treeitem').filter((item) => item.tabIndex === 0)).toHaveLength(1);
});

it('acts on the focused row, however it was focused', async () => {
  const { aria, user, row } = await openTree();
  act(() => row('Hall').focus());
  await user.keyboard(' ');
  expect(['Hall', 'Door'].map((name) => aria(name, 'checked'))).toEqual(['true', 'false']);
  await user.keyboard('{ArrowUp}');
  await vi.waitFor(() => expect(document.activeElement).toBe(row('Door')));
});

it('renders few rows, whatever the size of the tree', async () => {
  const many = [
    SHOPS[0]!,
    ...Array.from({ length: 10_420 }, (_, index) =>
      aNode(index + 2, {
        parent_company_id: index < 20 ? 1 : 2 + (index % 20),
        type: index < 20 ? 'Company' : 'Device',
      }),
    ),
  ];
  const { user, rows, row, box } = await openTree({ nodes: many });
  expect(rows().length).toBeLessThan(50);
  await user.click(box('Main'));
  expect(screen.getByText('Selected Audio: 10,400')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Send SMS' })).toBeNull();
  expect(screen.getByText('SMS: up to 200 devices at once')).toBeDefined();
  row('Main').focus();
  await user.keyboard('{End}');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Node 10421, Device'));
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
});
