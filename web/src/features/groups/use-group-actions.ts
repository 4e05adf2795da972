import type { Group } from '@belfry/schemas/http/devices/groups';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import {
  useAddToGroupMutation,
  useCreateGroupMutation,
  useDeleteGroupMutation,
  useRemoveFromGroupMutation,
  useRenameGroupMutation,
} from './groups-api.ts';
import type { GroupMessages } from './use-group-messages.ts';

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
      const { data: id, error } = await create({ name, devices });
      if (id === undefined) fail('create', error);
      else {
        succeed('created');
        choose(id);
      }
      return id !== undefined;
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
      const { error } = await remove(id);
      if (error) fail('delete', error);
      else {
        succeed('deleted');
        choose(null);
      }
      return !error;
    },
    /** @param inIt company_id of the devices of the group, which are skipped */
    async add({ id }: Group, devices: readonly number[], inIt: ReadonlySet<number>): Promise<void> {
      clear();
      if (devices.length === 0) return fail('none_selected');
      const fresh = devices.filter((device) => !inIt.has(device));
      if (fresh.length === 0) return fail('all_in');
      const { data, error } = await add({ id, devices: fresh });
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
