import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormButtons } from '../../../../ui/dialogs/form-buttons.tsx';
import { ConflictNotice } from '../../../../ui/states/conflict-notice.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import type { UserFormValues } from '../../user-form.ts';
import { useUserForm, type UserRefusal } from '../../use-user-form.ts';
import { UserFields } from './user-fields.tsx';

export type UserFormProps = {
  initial: UserFormValues;
  adding: boolean;
  /** The own account, whose role cannot be changed. */
  own?: boolean;
  /** The account was deleted meanwhile: the input is kept, but can no longer be saved. */
  deleted?: boolean;
  submitLabel: string;
  /** Sends the form; resolves to the error, or null on success. */
  onSend: (values: UserFormValues) => Promise<UserRefusal | null>;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

/** Adds or edits a user. The input is kept after an error. */
export function UserForm({
  initial,
  adding,
  own = false,
  deleted = false,
  submitLabel,
  onSend,
  onCancel,
  onDirty,
}: UserFormProps) {
  const { t } = useTranslation(['users-admin', 'common']);
  const { form, conflict, submit, refusal } = useUserForm({ initial, adding, onSend, onDirty });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {deleted && <Notice tone="error">{t('common:deleted')}</Notice>}
        <ConflictNotice conflicts={conflict.conflicts} labelOf={(field) => t(`form.${field}`)} onTake={conflict.take} />
        {refusal && (
          <Notice tone="error">
            {refusal.text}
            {refusal.reason !== '' && <Text size="sm">{refusal.reason}</Text>}
          </Notice>
        )}
        <UserFields form={form} adding={adding} own={own} />
        <FormButtons
          submitLabel={submitLabel}
          submitting={form.submitting}
          submitDisabled={deleted}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
