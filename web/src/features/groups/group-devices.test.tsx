import { groupsHttp } from '@belfry/schemas/http/groups';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { on } from '../../testing/fake-server.ts';
import { publishSelectedAudio } from '../../lib/tree-nodes.ts';
import { button, device, dropdown, open, messageText, setUpGroupManager } from './group-manager-harness.tsx';

setUpGroupManager();

describe('devices', () => {
  it('are added from the tree, except those that are in the group already', async () => {
    const { user, requestsTo } = await open({ groupId: 1, selected: [2, 3, 4] });
    await screen.findByRole('list', { name: 'Devices in group' });
    expect(screen.getByText('3 devices are selected in the tree.')).toBeDefined();
    await user.click(button('Add selected devices to the group'));
    await vi.waitFor(() => expect(messageText()).toContain('Devices added to group'));
    expect(requestsTo(groupsHttp.addDevices)).toMatchObject([{ method: 'POST', body: { devices: [3, 4] } }]);
    expect(messageText()).toContain('1 was in the group already.');
    expect(await screen.findByText('Speaker 4')).toBeDefined();
  });

  it('render few rows, whatever their number', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ...device(1), company_id: index + 1 }));
    await open({ groupId: 1, answer: on(groupsHttp.elements, () => many) });
    const rows = within(await screen.findByRole('list', { name: 'Devices in group' })).getAllByRole('listitem');
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('3000');
  });

  it('follow changes of the tree', async () => {
    await open({ groupId: 1, selected: [] });
    expect(await screen.findByText('No devices are selected in the tree.')).toBeDefined();
    act(() => publishSelectedAudio([device(3)]));
    expect(screen.getByText('1 device is selected in the tree.')).toBeDefined();
    act(() => publishSelectedAudio(Array.from({ length: 3_000 }, () => device(3))));
    expect(screen.getByText('3,000 devices are selected in the tree.')).toBeDefined();
  });

  it.each([
    ['No devices selected in the tree!', []],
    ['All selected devices are already in the group!', [1, 2]],
  ])('are not added: %s', async (text, selected) => {
    const { user, requestsTo } = await open({ groupId: 1, selected });
    await screen.findByRole('list', { name: 'Devices in group' });
    await user.click(button('Add selected devices to the group'));
    expect(messageText()).toContain(text);
    expect(requestsTo(groupsHttp.addDevices)).toEqual([]);
  });

  it('require a group', async () => {
    await open({ selected: [1] });
    await dropdown();
    expect(button('Add selected devices to the group. Choose a group first')).toHaveProperty('disabled', true);
  });

  it('are removed', async () => {
    const { user, requestsTo } = await open({ groupId: 1 });
    await user.click(await screen.findByRole('button', { name: 'Remove Speaker 1 from the group' }));
    await vi.waitFor(() => expect(messageText()).toContain('Device removed from group'));
    expect(requestsTo(groupsHttp.removeDevice)).toMatchObject([
      { method: 'DELETE', body: { device_id: 1, group_id: 1 } },
    ]);
    await vi.waitFor(() => expect(screen.queryByText('Speaker 1')).toBeNull());
  });
});
