import { USERS_BULK_MAX, type UserBulkAction } from '@belfry/schemas/http/users/bulk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useSelection } from '../../ui/lists/selection.tsx';
import type { BulkFailures } from '../../ui/dialogs/alert-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { selectionScope, type UsersFilters } from './users-address.ts';
import { useBulkUsersMutation, usePreviewBulkUsersQuery } from './users-admin-api.ts';

/** Selected users, or all that were found, and the changes of all of them; see USER-22. @param found how many the list finds */
export function useBulkUsers(filters: UsersFilters, found: number) {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const selection = useSelection<number>(selectionScope(filters), USERS_BULK_MAX);
  const [everybody, setEverybody] = useState(false);
  // Without a selection there is nothing that it could extend.
  const all = everybody && selection.selected.size > 0;
  const { q, role, blocked, unconfirmed } = filters;
  const targets = all
    ? { filter: { q, role, blocked, unconfirmed }, expected: found }
    : { user_ids: [...selection.selected] };
  const [asked, ask] = useState<UserBulkAction | null>(null);
  const [failures, setFailures] = useState<BulkFailures | null>(null);
  const [change] = useBulkUsersMutation();

  const confirm = async (action: UserBulkAction): Promise<void> => {
    const { data, error } = await change({ action, ...targets });
    if (!data) return setFailures({ text: `${t(`bulk.${action}.failed`)}. ${errorText(error)}`, items: [] });
    const { done, failed } = data;
    if (done > 0) toast('success', t(`bulk.${action}.done`, { count: done }));
    const items = failed.map(({ user_id, name, error: reason, code }) => ({
      key: user_id,
      name: name ?? t('bulk.number', { id: user_id }),
      reason: errorText({ code, message: reason, status: 0 }, reason),
    }));
    if (items.length > 0) setFailures({ text: t('bulk.refused', { count: items.length }), items });
    selection.clear();
    setEverybody(false);
  };
  const preview = usePreviewBulkUsersQuery({ action: asked ?? 'block', ...targets }, { skip: asked === null });
  return {
    selection,
    count: all ? found : selection.selected.size,
    everybody: { chosen: all, choose: setEverybody, found },
    preview: asked === null ? undefined : preview.currentData,
    asked,
    ask,
    confirm,
    failures,
    seen: () => setFailures(null),
  };
}
export type BulkUsers = ReturnType<typeof useBulkUsers>;
