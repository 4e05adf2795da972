import { groupsHttp } from '@belfry/schemas/http/groups';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { button, dropdown, open, messageText, setUpGroupManager, storedGroup } from './group-manager-harness.tsx';

setUpGroupManager();

describe('a group', () => {
  it('is chosen and stored, and shows its devices', async () => {
    const { user } = await open({});
    await user.click(await dropdown());
    await user.click(screen.getByRole('option', { name: 'Ground floor' }));
    const list = await screen.findByRole('list', { name: 'Devices in group' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([expect.stringContaining('Speaker 1'), expect.stringContaining('1111-1111-1111-0002 · Berlin, Germany')]);
    expect(storedGroup()).toBe(1);
  });

  it('is restored on the next visit', async () => {
    await open({ groupId: 2 });
    expect((await dropdown()).value).toBe('Roof');
    expect(await screen.findByText('This group is empty')).toBeDefined();
  });

  it('is removed from storage when it no longer exists', async () => {
    await open({ groupId: 9 });
    expect((await dropdown()).value).toBe('');
    await vi.waitFor(() => expect(storedGroup()).toBeNull());
  });

  it('is created with the selected devices of the tree, and chosen; a blank name is ignored', async () => {
    const { user, requestsTo } = await open({ selected: [1, 3] });
    await user.click(await screen.findByRole('button', { name: 'Create group' }));
    expect(screen.getByText(/^0\/40 · The 2 devices/)).toBeDefined();
    const name = screen.getByRole('textbox', { name: 'Group name' });
    await user.type(name, '   {Enter}');
    expect(requestsTo(groupsHttp.create)).toEqual([]);
    await user.type(name, 'x'.repeat(50));
    expect(screen.getByText(/^40\/40/)).toBeDefined();
    await user.clear(name);
    await user.type(name, ' Lobby {Enter}');
    await vi.waitFor(async () => expect((await dropdown()).value).toBe('Lobby'));
    expect(requestsTo(groupsHttp.create)).toMatchObject([{ body: { name: 'Lobby', devices: [1, 3] } }]);
    expect(messageText()).toContain('Group created');
    expect(storedGroup()).toBe(3);
    expect(screen.queryByRole('textbox', { name: 'Group name' })).toBeNull();
  });

  it('is renamed; a blank name is ignored', async () => {
    const { user, requestsTo } = await open({ groupId: 1 });
    await dropdown();
    await user.click(button('Rename group'));
    const name = screen.getByRole('textbox', { name: 'Group name' });
    expect(name).toHaveProperty('value', 'Ground floor');
    await user.clear(name);
    await user.click(button('Rename'));
    expect(requestsTo(groupsHttp.rename)).toEqual([]);
    await user.type(name, 'Cellar{Enter}');
    await vi.waitFor(async () => expect((await dropdown()).value).toBe('Cellar'));
    expect(requestsTo(groupsHttp.rename)).toMatchObject([{ method: 'PUT', body: { name: 'Cellar' } }]);
  });

  it('is deleted after a confirmation, which starts on Cancel', async () => {
    const { user, requestsTo } = await open({ groupId: 1 });
    await dropdown();
    await user.click(button('Delete group'));
    expect(document.activeElement).toBe(button('Cancel'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Delete group'));
    expect(requestsTo(groupsHttp.remove)).toEqual([]);
    await user.click(button('Delete group'));
    await user.click(button('Delete'));
    await vi.waitFor(() => expect(messageText()).toContain('Group deleted'));
    expect((await dropdown()).value).toBe('');
    expect(storedGroup()).toBeNull();
  });
});
