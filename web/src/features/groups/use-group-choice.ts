import type { Group } from '@belfry/schemas/http/devices/groups';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { readLocal, writeLocal } from '../../lib/storage/local-store.ts';
import { LOCAL_KEYS } from '../../lib/storage/storage-keys.ts';

const choiceSchema = z.int().nullable();

/**
 * The chosen group, in local storage; removed when it is no longer in the list
 * (see GROUP-7).
 * @param settled whether the list is up to date: a group that was just created may be missing
 */
export function useGroupChoice(
  groups: readonly Group[],
  settled: boolean,
): [group: Group | null, choose: (id: number | null) => void] {
  const [id, setId] = useState<number | null>(() => readLocal(LOCAL_KEYS.selectedGroup, choiceSchema) ?? null);
  const group = groups.find((each) => each.id === id) ?? null;
  const choose = (next: number | null): void => {
    setId(next);
    writeLocal(LOCAL_KEYS.selectedGroup, next);
  };
  const exists = group !== null;
  useEffect(() => {
    // A new group can be missing from the list for a moment, and is stored again when it appears.
    if (settled && id !== null) writeLocal(LOCAL_KEYS.selectedGroup, exists ? id : null);
  }, [settled, id, exists]);
  return [group, choose];
}
