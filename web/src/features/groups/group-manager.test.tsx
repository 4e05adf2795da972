import type { Group, GroupElement } from '@belfry/schemas/http/groups';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { baseApi } from '../../api/base-api.ts';
import { refusal, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { onTreeEvent, tellSelectedAudio } from '../../lib/tree-events.ts';
import { GroupManager } from './group-manager.tsx';
import { GROUP_MESSAGE_MS } from './use-group-messages.ts';

const device = (company_id: number): GroupElement => ({
  company_id,
  name: `Speaker ${company_id}`,
  description: null,
  serial: `1111-1111-1111-000${company_id}`,
  status: 'online',
  continent: null,
  country: 'Germany',
  city: 'Berlin',
  street: null,
  house: null,
});
let undo: (() => void)[] = [];

afterEach(() => {
  for (const each of undo) each();
  undo = [];
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A server with the groups Ground floor (speakers 1 and 2) and Roof, and a tree in which `selected` are checked. */
async function open({
  selected = [] as number[],
  chosen = null as number | null,
  answer = (() => undefined) as Answer,
}) {
  // Happy-dom lays nothing out: every list has room for a dozen rows.
  for (const name of ['clientHeight', 'clientWidth'] as const) {
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(600);
  }
  let groups: Group[] = [
    { id: 1, name: 'Ground floor', device_count: 2 },
    { id: 2, name: 'Roof', device_count: 0 },
  ];
  const inGroup = new Map([
    [1, [1, 2]],
    [2, []],
  ] as [number, number[]][]);
  undo.push(
    onTreeEvent('getSelectedAudio', () =>
      tellSelectedAudio(selected.map((id) => ({ ...device(id), name: `Speaker ${id}` }))),
    ),
  );
  const server: Answer = (call) => {
    const given = answer(call);
    if (given) return given;
    const id = Number(call.path.split('/')[3]);
    const body = call.body as { name: string; devices: number[]; device_id: number; group_id: number };
    switch (`${call.method} ${call.path.replace(/\d+/, '{id}')}`) {
      case 'GET /group/list':
        return Response.json(groups);
      case 'GET /group/list/{id}/elements':
        return Response.json((inGroup.get(id) ?? []).map(device));
      case 'POST /group/new':
        groups = [...groups, { id: 3, name: body.name, device_count: body.devices.length }];
        inGroup.set(3, body.devices);
        return Response.json({ id: 3 });
      case 'PUT /group/rename/{id}':
        groups = groups.map((group) => (group.id === id ? { ...group, name: body.name } : group));
        return Response.json({ success: true });
      case 'DELETE /group/main/{id}':
        groups = groups.filter((group) => group.id !== id);
        return Response.json({ success: true });
      case 'POST /group/add/{id}':
        inGroup.set(id, [...(inGroup.get(id) ?? []), ...body.devices]);
        return Response.json({ added: body.devices.length, skipped: 0 });
      case 'DELETE /group/element':
        inGroup.set(
          body.group_id,
          (inGroup.get(body.group_id) ?? []).filter((each) => each !== body.device_id),
        );
        return Response.json({ success: true });
    }
    return undefined;
  };
  return openPage(<GroupManager />, server, chosen === null ? {} : { lastSelectedGroup: chosen });
}

const said = (): string =>
  screen
    .getAllByRole('status')
    .concat(screen.queryAllByRole('alert'))
    .map((area) => area.textContent)
    .join();
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const stored = (): unknown => JSON.parse(localStorage.getItem('lastSelectedGroup') ?? 'null');
const dropdown = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Group' });

describe('a group', () => {
  it('is chosen, remembered, and shows its devices', async () => {
    const { user } = await open({});
    await user.click(await dropdown());
    await user.click(screen.getByRole('option', { name: 'Ground floor' }));
    const list = await screen.findByRole('list', { name: 'Devices in group' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([expect.stringContaining('Speaker 1'), expect.stringContaining('1111-1111-1111-0002 · Berlin, Germany')]);
    expect(stored()).toBe(1);
  });

  it('is there again on the next visit', async () => {
    await open({ chosen: 2 });
    expect((await dropdown()).value).toBe('Roof');
    expect(await screen.findByText('This group is empty')).toBeDefined();
  });

  it('is forgotten when it has vanished', async () => {
    await open({ chosen: 9 });
    expect((await dropdown()).value).toBe('');
    await vi.waitFor(() => expect(stored()).toBeNull());
  });

  it('is created with what is selected in the tree, and chosen; a blank name is ignored', async () => {
    const { user, asked } = await open({ selected: [1, 3] });
    await user.click(await screen.findByRole('button', { name: 'Create group' }));
    expect(screen.getByText(/^0\/40 · The 2 devices/)).toBeDefined();
    const name = screen.getByRole('textbox', { name: 'Group name' });
    await user.type(name, '   {Enter}');
    expect(asked('/group/new')).toEqual([]);
    await user.type(name, 'x'.repeat(50));
    expect(screen.getByText(/^40\/40/)).toBeDefined();
    await user.clear(name);
    await user.type(name, ' Lobby {Enter}');
    await vi.waitFor(async () => expect((await dropdown()).value).toBe('Lobby'));
    expect(asked('/group/new')).toMatchObject([{ body: { name: 'Lobby', devices: [1, 3] } }]);
    expect(said()).toContain('Group created');
    expect(stored()).toBe(3);
    expect(screen.queryByRole('textbox', { name: 'Group name' })).toBeNull();
  });

  it('is renamed; a blank name is ignored', async () => {
    const { user, asked } = await open({ chosen: 1 });
    await dropdown();
    await user.click(button('Rename group'));
    const name = screen.getByRole('textbox', { name: 'Group name' });
    expect(name).toHaveProperty('value', 'Ground floor');
    await user.clear(name);
    await user.click(button('Rename'));
    expect(asked('/group/rename/1')).toEqual([]);
    await user.type(name, 'Cellar{Enter}');
    await vi.waitFor(async () => expect((await dropdown()).value).toBe('Cellar'));
    expect(asked('/group/rename/1')).toMatchObject([{ method: 'PUT', body: { name: 'Cellar' } }]);
  });

  it('is deleted after a question, which starts on Cancel', async () => {
    const { user, asked } = await open({ chosen: 1 });
    await dropdown();
    await user.click(button('Delete group'));
    expect(document.activeElement).toBe(button('Cancel'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Delete group'));
    expect(asked('/group/main/1')).toEqual([]);
    await user.click(button('Delete group'));
    await user.click(button('Delete'));
    await vi.waitFor(() => expect(said()).toContain('Group deleted'));
    expect((await dropdown()).value).toBe('');
    expect(stored()).toBeNull();
  });
});

describe('devices', () => {
  it('are added from the tree, those that are in it already skipped', async () => {
    const { user, asked } = await open({ chosen: 1, selected: [2, 3, 4] });
    await screen.findByRole('list', { name: 'Devices in group' });
    expect(screen.getByText('3 devices are selected in the tree.')).toBeDefined();
    await user.click(button('Add selected devices to the group'));
    await vi.waitFor(() => expect(said()).toContain('Devices added to group'));
    expect(asked('/group/add/1')).toMatchObject([{ method: 'POST', body: { devices: [3, 4] } }]);
    expect(said()).toContain('1 was in the group already.');
    expect(await screen.findByText('Speaker 4')).toBeDefined();
  });

  it('are few rows, however many they are', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ...device(1), company_id: index + 1 }));
    const answer: Answer = ({ path }) => (path.endsWith('/elements') ? Response.json(many) : undefined);
    await open({ chosen: 1, answer });
    const rows = within(await screen.findByRole('list', { name: 'Devices in group' })).getAllByRole('listitem');
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('3000');
  });

  it('follow the tree', async () => {
    await open({ chosen: 1, selected: [] });
    expect(await screen.findByText('No devices are selected in the tree.')).toBeDefined();
    act(() => tellSelectedAudio([device(3)]));
    expect(screen.getByText('1 device is selected in the tree.')).toBeDefined();
    act(() => tellSelectedAudio(Array.from({ length: 3_000 }, () => device(3))));
    expect(screen.getByText('3,000 devices are selected in the tree.')).toBeDefined();
  });

  it.each([
    ['No devices selected in the tree!', []],
    ['All selected devices are already in the group!', [1, 2]],
  ])('are not added: %s', async (text, selected) => {
    const { user, asked } = await open({ chosen: 1, selected });
    await screen.findByRole('list', { name: 'Devices in group' });
    await user.click(button('Add selected devices to the group'));
    expect(said()).toContain(text);
    expect(asked('/group/add/1')).toEqual([]);
  });

  it('need a group to go to', async () => {
    await open({ selected: [1] });
    await dropdown();
    expect(button('Add selected devices to the group. Choose a group first')).toHaveProperty('disabled', true);
  });

  it('are taken out', async () => {
    const { user, asked } = await open({ chosen: 1 });
    await user.click(await screen.findByRole('button', { name: 'Remove Speaker 1 from the group' }));
    await vi.waitFor(() => expect(said()).toContain('Device removed from group'));
    expect(asked('/group/element')).toMatchObject([{ method: 'DELETE', body: { device_id: 1, group_id: 1 } }]);
    await vi.waitFor(() => expect(screen.queryByText('Speaker 1')).toBeNull());
  });
});

describe('when the server fails', () => {
  const failing =
    (method: string, path: string): Answer =>
    (call) =>
      call.method === method && call.path === path ? refusal(500, 'The disk is full') : undefined;
  const fill = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    const name = screen.getByRole('textbox', { name: 'Group name' });
    await user.clear(name);
    await user.type(name, 'Lobby{Enter}');
  };
  type User = Parameters<typeof fill>[0];

  it.each([
    [
      'Failed to create group',
      'POST',
      '/group/new',
      async (user: User) => (await user.click(button('Create group')), fill(user)),
    ],
    [
      'Failed to rename group',
      'PUT',
      '/group/rename/1',
      async (user: User) => (await user.click(button('Rename group')), fill(user)),
    ],
    [
      'Failed to delete group',
      'DELETE',
      '/group/main/1',
      async (user: User) => {
        await user.click(button('Delete group'));
        await user.click(button('Delete'));
      },
    ],
    [
      'Failed to remove device',
      'DELETE',
      '/group/element',
      (user: User) => user.click(button('Remove Speaker 1 from the group')),
    ],
    [
      'Failed to add devices to group',
      'POST',
      '/group/add/1',
      (user: User) => user.click(button('Add selected devices to the group')),
    ],
  ])('%s is said, and why', async (text, method, path, act) => {
    const { user } = await open({ chosen: 1, selected: [3], answer: failing(method, path) });
    await screen.findByText('Speaker 1');
    await act(user);
    await vi.waitFor(() => expect(said()).toContain(text));
    expect(said()).toContain('The disk is full');
  });

  it.each([
    ['Failed to load groups', '/group/list'],
    ['Failed to load group devices', '/group/list/1/elements'],
  ])('%s is said, and it can be asked again', async (text, path) => {
    let broken = true;
    const { user } = await open({ chosen: 1, answer: (call) => (broken ? failing('GET', path)(call) : undefined) });
    expect(await screen.findByText(text)).toBeDefined();
    broken = false;
    await user.click(button('Retry'));
    expect(await screen.findByText('Speaker 2')).toBeDefined();
  });

  it('keeps what was typed', async () => {
    const { user } = await open({ answer: failing('POST', '/group/new') });
    await user.click(await screen.findByRole('button', { name: 'Create group' }));
    await fill(user);
    await vi.waitFor(() => expect(said()).toContain('Failed to create group'));
    expect(screen.getByRole('textbox', { name: 'Group name' })).toHaveProperty('value', 'Lobby');
  });
});

it('keeps a message for thirty seconds', async () => {
  await open({ chosen: 1 });
  await screen.findByText('Speaker 1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => button('Add selected devices to the group').click());
  expect(said()).toContain('No devices selected in the tree!');
  expect(GROUP_MESSAGE_MS).toBe(30_000);
  act(() => void vi.advanceTimersByTime(29_999));
  expect(said()).toContain('No devices selected in the tree!');
  act(() => void vi.advanceTimersByTime(1));
  expect(said()).not.toContain('No devices selected');
});

it('keeps a name that was typed when the group is deleted elsewhere, and tells so', async () => {
  let deleted = false;
  const answer: Answer = ({ method, path }) =>
    deleted && method === 'GET' && path === '/group/list'
      ? Response.json([{ id: 2, name: 'Roof', device_count: 0 }])
      : undefined;
  const { user, store } = await open({ chosen: 1, answer });
  await user.click(await screen.findByRole('button', { name: 'Rename group' }));
  const name = screen.getByRole('textbox', { name: 'Group name' });
  await user.clear(name);
  await user.type(name, 'Lobby');
  deleted = true;
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Group'])));
  await vi.waitFor(() => expect(said()).toContain('This was deleted meanwhile'));
  expect(name).toHaveProperty('value', 'Lobby');
  expect(name.isConnected).toBe(true);
});
