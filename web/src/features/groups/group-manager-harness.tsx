import type { Group, GroupElement } from '@belfry/schemas/http/devices/groups';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { onTreeEvent, publishSelectedAudio } from '../../lib/nodes/tree-events.ts';
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
  chosen = null as number | null,
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

export const messageText = (): string =>
  screen
    .getAllByRole('status')
    .concat(screen.queryAllByRole('alert'))
    .map((area) => area.textContent)
    .join();

export const button = (name: string | RegExp) => screen.getByRole('button', { name });

export const stored = (): unknown => JSON.parse(localStorage.getItem('lastSelectedGroup') ?? 'null');

export const dropdown = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Group' });

/** Registers the hooks of every test of a file. */
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
