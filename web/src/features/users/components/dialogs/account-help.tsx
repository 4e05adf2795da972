import { isAdministrator } from '@belfry/schemas/domain/roles';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../../api/session/session-slice.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useEditUserMutation, useGetUserInfoQuery, useResetTwoFactorMutation } from '../../users-admin-api.ts';

/** What an administrator does for an account at once, apart from the form: its full quotas, and a lost second factor. */
export function AccountHelp({ id, own }: { id: number; own: boolean }) {
  const { data: user } = useGetUserInfoQuery(id);
  const root = useSelector(selectRole) === 'root';
  if (!user || own) return null;
  return (
    <Stack gap="sm">
      {!user.full_quotas && <FullQuotas id={id} name={user.name} />}
      {/* Only roots turn off that of administrators. */}
      {user.two_factor && (root || !isAdministrator(user.role)) && <LostSecondFactor id={id} name={user.name} />}
    </Stack>
  );
}

type Props = { id: number; name: string };

function FullQuotas({ id, name }: Props) {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const [edit, { isLoading }] = useEditUserMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await edit({ userId: id, updates: { full_quotas: true } });
    if (error) toast('error', errorText(error, t('form.edit_failed')));
    else toast('success', t('quotas.done', { name }));
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">{t('quotas.tenth')}</Text>
      <Button size="compact-sm" variant="light" loading={isLoading} onClick={() => void confirm()}>
        {t('quotas.confirm')}
      </Button>
    </Group>
  );
}

function LostSecondFactor({ id, name }: Props) {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const [asking, setAsking] = useState(false);
  const [reset] = useResetTwoFactorMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await reset(id);
    if (error) toast('error', errorText(error, t('second_factor.failed')));
    else toast('success', t('second_factor.done', { name }));
  };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('two_factor')}</Text>
        <Button
          size="compact-sm"
          variant="light"
          color="warning"
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          {t('second_factor.reset')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('second_factor.ask')}
        confirmLabel={t('second_factor.reset')}
        tone="warning"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('second_factor.text', { name })}
      </ConfirmDialog>
    </>
  );
}
