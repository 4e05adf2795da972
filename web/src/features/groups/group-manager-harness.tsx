import { groupsHttp, type Group, type GroupElement } from '@belfry/schemas/http/groups';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { firstOf, on, type Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { onTreeEvent, publishSelectedAudio } from '../../lib/tree-nodes.ts';
import { GroupManager } from './group-manager.tsx';
import { stubElementSize } from '../../testing/stub-element-size.ts';

export const device = (company_id: number): GroupElement => ({
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

/** A fake server with the groups Ground floor (speakers 1 and 2) and Roof, and a tree in which `selected` are checked. */
export async function open({
  selected = [] as number[],
  groupId = null as number | null,
  answer = (() => undefined) as Answer,
}) {
  stubElementSize(600, ['clientHeight', 'clientWidth']);
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
      publishSelectedAudio(selected.map((id) => ({ ...device(id), name: `Speaker ${id}` }))),
    ),
  );
  const server = firstOf(
    answer,
    on(groupsHttp.list, () => groups),
    on(groupsHttp.elements, ({ params }) => (inGroup.get(params.id) ?? []).map(device)),
    on(groupsHttp.create, ({ body: { name, devices } }) => {
      const group = { id: 3, name, device_count: devices.length };
      groups = [...groups, group];
      inGroup.set(3, devices);
      return group;
    }),
    on(groupsHttp.rename, ({ params: { id }, body: { name } }) => {
      groups = groups.map((group) => (group.id === id ? { ...group, name } : group));
      return null;
    }),
    on(groupsHttp.remove, ({ params: { id } }) => {
      groups = groups.filter((group) => group.id !== id);
      return null;
    }),
    on(groupsHttp.addDevices, ({ params: { id }, body: { devices } }) => {
      inGroup.set(id, [...(inGroup.get(id) ?? []), ...devices]);
      return { added: devices.length, skipped: 0 };
    }),
    on(groupsHttp.removeDevice, ({ body: { group_id, device_id } }) => {
      inGroup.set(
        group_id,
        (inGroup.get(group_id) ?? []).filter((each) => each !== device_id),
      );
      return null;
    }),
  );
  return openPage(<GroupManager />, server, groupId === null ? {} : { lastSelectedGroup: groupId });
}

export const messageText = (): string =>
  screen
    .getAllByRole('status')
    .concat(screen.queryAllByRole('alert'))
    .map((area) => area.textContent)
    .join();

export const button = (name: string | RegExp) => screen.getByRole('button', { name });

export const storedGroup = (): unknown => JSON.parse(localStorage.getItem('lastSelectedGroup') ?? 'null');

export const dropdown = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Group' });

export function setUpGroupManager(): void {
  afterEach(() => {
    for (const each of undo) each();
    undo = [];
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}
