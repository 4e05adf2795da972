import { Button, Checkbox, Text } from '@mantine/core';
import type { User } from '@belfry/schemas/http/users/admin';
import type { UserBulkAction } from '@belfry/schemas/http/users/bulk';
import { useTranslation } from 'react-i18next';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FailuresDialog } from '../../../ui/dialogs/alert-dialog.tsx';
import { SelectionBar } from '../../../ui/lists/selection.tsx';
import type { BulkUsers } from '../use-bulk-users.ts';

const ACTIONS = [
  { action: 'block', colour: 'warning' },
  { action: 'unblock', colour: 'gray' },
  { action: 'delete', colour: 'error' },
] as const satisfies readonly { action: UserBulkAction; colour: string }[];
const TONES = { block: 'warning', unblock: 'purple', delete: 'error' } as const;

type Props = { bulk: BulkUsers; users: readonly User[]; ownId: number | undefined };

/** Selects users and blocks, unblocks or deletes them; not for administrators who work in another account. */
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
