import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { LOCAL_KEYS } from '../../lib/storage.ts';
import { useGroupChoice } from './use-group-actions.ts';

beforeEach(() => localStorage.clear());

const LOBBY = { id: 3, name: 'Lobby', device_count: 0 };
const stored = () => localStorage.getItem(LOCAL_KEYS.selectedGroup);

it('keeps a new group that is missing from the list for a moment', () => {
  const { result, rerender } = renderHook(({ groups }) => useGroupChoice(groups, true), {
    initialProps: { groups: [] as (typeof LOBBY)[] },
  });
  act(() => result.current[1](LOBBY.id));
  rerender({ groups: [LOBBY] });
  expect(result.current[0]).toEqual(LOBBY);
  expect(stored()).toBe('3');
});

it('removes a group that no longer exists', () => {
  localStorage.setItem(LOCAL_KEYS.selectedGroup, '3');
  const { result } = renderHook(() => useGroupChoice([], true));
  expect(result.current[0]).toBeNull();
  expect([null, 'null']).toContain(stored());
});
