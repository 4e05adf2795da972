import { useAct } from '../../ui/use-act.ts';
import { userSchema, type User } from '@belfry/schemas/http/users/admin';
import { Stack, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { isApiError } from '../../lib/api/api-error.ts';
import { selectSession, selectRole } from '../../lib/session/session-slice.ts';
import { mergeEdit, revisionOf, sendEdit } from '../../lib/edit-conflict.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { FormDialog, LoadingDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { refusedField, updatesOf, valuesOf, type UserFormValues, type UserRefusal } from './user-values.ts';
import { useEditUserMutation, useGetUserInfoQuery, useResetTwoFactorMutation } from './users-api.ts';
import { UserForm } from './user-form.tsx';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

type Props = { id: number; onClose: () => void };

/** Edits an account. It is refetched first, because the list may be older, and the address may name any user. */
export function EditUser({ id, onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetUserInfoQuery(id, { refetchOnMountOrArgChange: true });
  // The form keeps the object with which it began, whatever others change.
  const [user, setUser] = useState<User | null>(null);
  if (!user && data && !isFetching) setUser(data);
  const deleted = isApiError(error) && error.status === 404;
  if (user) return <EditForm user={user} deleted={deleted} onConflict={setUser} onClose={onClose} />;
  const failure = error
    ? { message: errorText(error, t('info.failed')), onRetry: () => void refetch(), retrying: isFetching }
    : null;
  return (
    <LoadingDialog
      title={t('form.edit_title')}
      failure={failure}
      skeleton={{ count: 6, height: 36 }}
      onClose={onClose}
    />
  );
}

type EditFormProps = { user: User; deleted: boolean; onConflict: (current: User) => void; onClose: () => void };

function EditForm({ user, deleted, onConflict, onClose }: EditFormProps) {
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const ownId = useSelector(selectSession)?.user_id;
  const [edit] = useEditUserMutation();
  const send = async (values: UserFormValues): Promise<UserRefusal | null> => {
    let base = valuesOf(user);
    const call = (from: User) => edit({ userId: user.id, ...revisionOf(from), updates: updatesOf(values, base) });
    const rebase = (current: User): number => {
      onConflict(current);
      const { conflicts } = mergeEdit({ opened: base, current: valuesOf(current), typed: values });
      base = valuesOf(current);
      return conflicts.length;
    };
    const { error, conflict } = await sendEdit(user, call, { schema: userSchema.strip(), rebase });
    if (conflict) return { text: '', reason: '', field: null, current: base };
    if (error) return { text: t('form.edit_failed'), reason: errorText(error), field: refusedField(error) };
    toast('success', t('form.saved'));
    onClose();
    return null;
  };
  return (
    <FormDialog title={t('form.edit_title')} onClose={onClose}>
      {(parts) => (
        <Stack gap="lg">
          <UserForm
            {...parts}
            adding={false}
            draftName={`user:${user.id}`}
            initial={valuesOf(user)}
            deleted={deleted}
            own={user.id === ownId}
            submitLabel={t('form.submit_edit')}
            onSend={send}
          />
          <AccountHelp id={user.id} own={user.id === ownId} />
        </Stack>
      )}
    </FormDialog>
  );
}

/** Help for an account outside the form: full quotas, and a lost second factor. */
function AccountHelp({ id, own }: { id: number; own: boolean }) {
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
type AccountHelpProps = { id: number; name: string };
function FullQuotas({ id, name }: AccountHelpProps) {
  const { t } = useTranslation('users-admin');
  const { act } = useAct();
  const [edit, { isLoading }] = useEditUserMutation();
  const confirm = async (): Promise<void> => {
    await act(() => edit({ userId: id, updates: { full_quotas: true } }), {
      done: t('quotas.done', { name }),
      failed: t('form.edit_failed'),
    });
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
function LostSecondFactor({ id, name }: AccountHelpProps) {
  const { t } = useTranslation('users-admin');
  const { act } = useAct();
  const [asking, setAsking] = useState(false);
  const [reset] = useResetTwoFactorMutation();
  const confirm = async (): Promise<void> => {
    await act(() => reset(id), { done: t('second_factor.done', { name }), failed: t('second_factor.failed') });
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
