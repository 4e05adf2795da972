import type { Group } from '@belfry/schemas/http/groups';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { z } from 'zod';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { useExpiringState } from '../../lib/timers.ts';
import { useLocale } from '../../lib/i18n.ts';
import { type SelectedAudioDevice, onTreeEvent, requestSelectedAudio } from '../../lib/tree-nodes.ts';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../lib/storage.ts';
import type texts from '../../locales/en/groups.json';
import {
  useAddToGroupMutation,
  useCreateGroupMutation,
  useDeleteGroupMutation,
  useRemoveFromGroupMutation,
  useRenameGroupMutation,
} from './groups-api.ts';

/** How long a message is shown; see GROUP-8. */
export const GROUP_MESSAGE_MS = 30_000;

export type GroupMessage = { tone: 'success' | 'error'; text: string; detail?: string };
type GroupMessages = {
  message: GroupMessage | null;
  succeed: (what: keyof typeof texts.done, detail?: string) => void;
  /** `cause` is the error of the request; the server's text is shown below that of the console. */
  fail: (what: keyof typeof texts.error, cause?: unknown) => void;
  clear: () => void;
};

export function useGroupMessages(): GroupMessages {
  const { t } = useTranslation('groups');
  const errorText = useErrorMessage();
  const [message, show, clear] = useExpiringState<GroupMessage>();
  return {
    message,
    succeed: (what, detail) => show({ tone: 'success', text: t(`done.${what}`), detail }, GROUP_MESSAGE_MS),
    fail: (what, cause) =>
      show({ tone: 'error', text: t(`error.${what}`), detail: errorText(cause) }, GROUP_MESSAGE_MS),
    clear,
  };
}

/** The actions on groups; each shows its result. Those with a panel resolve to whether it may close. */
export function useGroupActions({ succeed, fail, clear }: GroupMessages, choose: (id: number | null) => void) {
  const { t } = useTranslation('groups');
  const locale = useLocale();
  const [create] = useCreateGroupMutation();
  const [rename] = useRenameGroupMutation();
  const [remove] = useDeleteGroupMutation();
  const [add, { isLoading: adding }] = useAddToGroupMutation();
  const [take] = useRemoveFromGroupMutation();
  return {
    adding,
    async create(name: string, devices: number[]): Promise<boolean> {
      clear();
      const { data, error } = await create({ name, devices });
      if (!data) fail('create', error);
      else {
        succeed('created');
        choose(data.id);
      }
      return data !== undefined;
    },
    async rename({ id }: Group, name: string): Promise<boolean> {
      clear();
      const { error } = await rename({ id, name });
      if (error) fail('rename', error);
      else succeed('renamed');
      return !error;
    },
    async delete({ id }: Group): Promise<boolean> {
      clear();
      const { error } = await remove({ id });
      if (error) fail('delete', error);
      else {
        succeed('deleted');
        choose(null);
      }
      return !error;
    },
    /** @param members company_id of the devices of the group, which are skipped */
    async add({ id }: Group, devices: readonly number[], members: ReadonlySet<number>): Promise<void> {
      clear();
      if (devices.length === 0) return fail('none_selected');
      const newDevices = devices.filter((device) => !members.has(device));
      if (newDevices.length === 0) return fail('all_in');
      const { data, error } = await add({ id, devices: newDevices });
      if (!data) return fail('add', error);
      if (data.added === 0) return fail('all_in');
      const skipped = devices.length - data.added;
      succeed(
        'added',
        skipped > 0 ? t('skipped', { count: skipped, formatted: formatCount(skipped, locale) }) : undefined,
      );
    },
    async take({ id }: Group, device: number): Promise<void> {
      clear();
      const { error } = await take({ group_id: id, device_id: device });
      if (error) fail('remove', error);
      else succeed('removed');
    },
  };
}
export type GroupActions = ReturnType<typeof useGroupActions>;

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

export function useSelectedAudio(): readonly SelectedAudioDevice[] {
  const [devices, setDevices] = useState<readonly SelectedAudioDevice[]>([]);
  useEffect(() => {
    const undo = onTreeEvent('selectedAudio', setDevices);
    requestSelectedAudio();
    return undo;
  }, []);
  return devices;
}
