import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { isTo, on, refusal, type Answer } from '../../testing/fake-server.ts';
import { GROUP_MESSAGE_MS } from './use-group-actions.ts';
import { button, open, messageText, setUpGroupManager } from './group-manager-harness.tsx';

setUpGroupManager();

describe('when the server fails', () => {
  const failing =
    (endpoint: Endpoint): Answer =>
    (call) =>
      isTo(endpoint, call) ? refusal(500, 'The disk is full') : undefined;
  const fill = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    const name = screen.getByRole('textbox', { name: 'Group name' });
    await user.clear(name);
    await user.type(name, 'Lobby{Enter}');
  };
  type User = Parameters<typeof fill>[0];

  it.each([
    [
      'Failed to create group',
      groupsHttp.create,
      async (user: User) => (await user.click(button('Create group')), fill(user)),
    ],
    [
      'Failed to rename group',
      groupsHttp.rename,
      async (user: User) => (await user.click(button('Rename group')), fill(user)),
    ],
    [
      'Failed to delete group',
      groupsHttp.remove,
      async (user: User) => {
        await user.click(button('Delete group'));
        await user.click(button('Delete'));
      },
    ],
    [
      'Failed to remove device',
      groupsHttp.removeDevice,
      (user: User) => user.click(button('Remove Speaker 1 from the group')),
    ],
    [
      'Failed to add devices to group',
      groupsHttp.addDevices,
      (user: User) => user.click(button('Add selected devices to the group')),
    ],
  ])('shows %s, and the reason', async (text, endpoint, act) => {
    const { user } = await open({ groupId: 1, selected: [3], answer: failing(endpoint) });
    await screen.findByText('Speaker 1');
    await act(user);
    await vi.waitFor(() => expect(messageText()).toContain(text));
    expect(messageText()).toContain('The disk is full');
  });

  it.each([
    ['Failed to load groups', groupsHttp.list],
    ['Failed to load group devices', groupsHttp.elements],
  ])('shows %s, and retries', async (text, endpoint) => {
    let broken = true;
    const { user } = await open({ groupId: 1, answer: (call) => (broken ? failing(endpoint)(call) : undefined) });
    expect(await screen.findByText(text)).toBeDefined();
    broken = false;
    await user.click(button('Retry'));
    expect(await screen.findByText('Speaker 2')).toBeDefined();
  });

  it('keeps the input', async () => {
    const { user } = await open({ answer: failing(groupsHttp.create) });
    await user.click(await screen.findByRole('button', { name: 'Create group' }));
    await fill(user);
    await vi.waitFor(() => expect(messageText()).toContain('Failed to create group'));
    expect(screen.getByRole('textbox', { name: 'Group name' })).toHaveProperty('value', 'Lobby');
  });
});

it('shows a message for 30 s', async () => {
  await open({ groupId: 1 });
  await screen.findByText('Speaker 1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => button('Add selected devices to the group').click());
  expect(messageText()).toContain('No devices selected in the tree!');
  expect(GROUP_MESSAGE_MS).toBe(30_000);
  act(() => void vi.advanceTimersByTime(29_999));
  expect(messageText()).toContain('No devices selected in the tree!');
  act(() => void vi.advanceTimersByTime(1));
  expect(messageText()).not.toContain('No devices selected');
});

it('keeps a typed name when another user deletes the group, and shows that', async () => {
  let deleted = false;
  const rest = on(groupsHttp.list, () => [{ id: 2, name: 'Roof', device_count: 0 }]);
  const answer: Answer = (call) => (deleted ? rest(call) : undefined);
  const { user, store } = await open({ groupId: 1, answer });
  await user.click(await screen.findByRole('button', { name: 'Rename group' }));
  const name = screen.getByRole('textbox', { name: 'Group name' });
  await user.clear(name);
  await user.type(name, 'Lobby');
  deleted = true;
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Group'])));
  await vi.waitFor(() => expect(messageText()).toContain('This was deleted meanwhile'));
  expect(name).toHaveProperty('value', 'Lobby');
  expect(name.isConnected).toBe(true);
});
