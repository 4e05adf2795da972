import { Button, Checkbox, Text } from '@mantine/core';
import type { User } from '@belfry/schemas/http/users/admin';
import { type UserBulkAction, USERS_BULK_MAX } from '@belfry/schemas/http/users/bulk';
import { useTranslation } from '../../lib/translation.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FailuresDialog, type BulkFailures } from '../../ui/dialogs/alert-dialog.tsx';
import { SelectionBar, useSelection } from '../../ui/lists/selection.tsx';
import { useState } from 'react';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { toast } from '../../ui/toast.ts';
import { selectionScope, type UsersFilters } from './users-address.ts';
import { useBulkUsersMutation, usePreviewBulkUsersQuery } from './users-api.ts';

const ACTIONS = [
  { action: 'block', colour: 'warning' },
  { action: 'unblock', colour: 'gray' },
  { action: 'delete', colour: 'error' },
] as const satisfies readonly { action: UserBulkAction; colour: string }[];
const TONES = { block: 'warning', unblock: 'purple', delete: 'error' } as const;

type Props = { bulk: BulkUsers; users: readonly User[]; ownId: number | undefined };

export function UsersBulk({ bulk, users, ownId }: Props) {
  const { t } = useTranslation('users-admin');
  const { selection, everybody, count, preview, asked, ask, confirm, failures, seen } = bulk;
  const action = asked ?? 'block';
  if (useIsImpersonated()) return null;
  return (
    <>
      <SelectionBar selection={selection} onPage={users.map(({ id }) => id).filter((id) => id !== ownId)}>
        {everybody.found > selection.selected.size && (
          <Checkbox
            size="sm"
            label={t('bulk.everybody', { count: everybody.found })}
            checked={everybody.chosen}
            onChange={({ currentTarget }) => everybody.choose(currentTarget.checked)}
          />
        )}
        {ACTIONS.map(({ action: each, colour }) => (
          <Button
            key={each}
            size="compact-sm"
            variant="light"
            color={colour}
            aria-haspopup="dialog"
            onClick={() => ask(each)}
          >
            {t(`bulk.${each}.button`)}
          </Button>
        ))}
      </SelectionBar>
      <ConfirmDialog
        opened={asked !== null}
        title={t(`bulk.${action}.ask`, { count })}
        tone={TONES[action]}
        confirmLabel={t(`bulk.${action}.button`)}
        onConfirm={() => confirm(action)}
        onClose={() => ask(null)}
      >
        {t(`bulk.${action}.text`)}
        {preview && (
          <Text component="output" display="block" size="sm" mt="xs">
            {t('bulk.preview', { ...preview })}
          </Text>
        )}
      </ConfirmDialog>
      <FailuresDialog failures={failures} title={t('failure')} onClose={seen} />
    </>
  );
}

/** Selected users, or all that were found, and the changes of all of them; see USER-22. @param found how many the list finds */
export function useBulkUsers(filters: UsersFilters, matches: number) {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const selection = useSelection<number>(selectionScope(filters), USERS_BULK_MAX);
  const [everybody, setEverybody] = useState(false);
  // Without a selection there is nothing that it could extend.
  const all = everybody && selection.selected.size > 0;
  const { q, role, blocked, unconfirmed } = filters;
  const targets = all
    ? { filter: { q, role, blocked, unconfirmed }, expected: matches }
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
    count: all ? matches : selection.selected.size,
    everybody: { chosen: all, choose: setEverybody, found: matches },
    preview: asked === null ? undefined : preview.currentData,
    asked,
    ask,
    confirm,
    failures,
    seen: () => setFailures(null),
  };
}
export type BulkUsers = ReturnType<typeof useBulkUsers>;
