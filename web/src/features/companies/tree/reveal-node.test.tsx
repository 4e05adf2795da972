import { act, cleanup, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { baseApi } from '../../../lib/api/base-api.ts';
import { topics } from '@belfry/schemas/mqtt/topics';
import { requestSelectedAudio, onTreeEvent, toggleAudio, unselectAudio } from '../../../lib/tree-nodes.ts';
import { aNode, serialOf } from '../../../testing/tree-factory.ts';
import { openTree } from './testing/tree-harness.tsx';
import { broken, setUpTreeChanges } from './testing/tree-changes-harness.tsx';

setUpTreeChanges();

it('scrolls to a node after a reload of the page', async () => {
  sessionStorage.setItem('companyTree:scrollToNode', '8');
  sessionStorage.setItem('companyTree:openNodes', JSON.stringify({ 1: { 6: false } }));
  const { rows } = await openTree();
  await vi.waitFor(() => expect(rows()).toContain('Till'));
  await vi.waitFor(() => expect(sessionStorage.getItem('companyTree:scrollToNode')).toBeNull());
});

it('publishes and receives browser events of the selection', async () => {
  const received: string[][] = [];
  const undo = onTreeEvent('selectedAudio', (devices) => received.push(devices.map(({ name }) => name)));
  const { user, box, unmount } = await openTree();
  await user.click(box('Shop 1'));
  expect(received.at(-1)).toEqual(['Door', 'Hall']);
  const till = { ...aNode(8), name: 'Till' };
  act(() => toggleAudio([till]));
  expect(received.at(-1)).toEqual(['Door', 'Hall', 'Till']);
  act(() => unselectAudio([till, aNode(4)]));
  expect(received.at(-1)).toEqual(['Hall']);
  const before = received.length;
  act(() => requestSelectedAudio());
  expect(received.slice(before)).toEqual([['Hall']]);
  unmount();
  expect(received.at(-1)).toEqual([]);
  undo();
});

it('shows the live status of a device while its row is visible', async () => {
  const { broker, row } = await openTree();
  const status = (name: string) => row(name).querySelector('[data-status]')?.getAttribute('data-status');
  expect(['Door', 'Hall', 'Screen'].map(status)).toEqual(['online', 'offline', 'unbound']);
  await vi.waitFor(() => expect(broker.log.join()).toContain(topics.status(serialOf(5))));
  const at = '2026-01-01T00:00:00Z';
  act(() =>
    broker.publish(topics.status(serialOf(5)), {
      status: 'maintenance',
      device_version: '2',
      hostname: 'h',
      ip: '1.1.1.1',
      at,
    }),
  );
  await vi.waitFor(() => expect(status('Hall')).toBe('maintenance'));
});

it('shows in a red banner that the tree could not be loaded, also after an automatic refetch', async () => {
  const { store, replies } = await openTree();
  replies['POST /company/tree'] = broken;
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Company'])));
  expect((await screen.findByRole('alert')).textContent).toContain('Ошибка загрузки дерева!!!');
  expect(screen.getByText('Door')).toBeDefined();
  cleanup();
  await openTree({ replies: { 'POST /company/tree': broken }, ready: 'alert' });
  expect(screen.getByRole('alert').textContent).toContain('Ошибка загрузки дерева!!!');
});
