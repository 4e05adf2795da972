import { Stack, Text, Checkbox, NativeSelect, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { FormButtons } from '../../ui/dialogs/form-dialog.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { ConflictNotice } from '../../ui/states/conflict-notice.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { type UserFormValues, useUserForm, type UserRefusal, type UserFormState } from './user-values.ts';
import { normalizePhone, PHONE_TEXT_MAX } from '@belfry/schemas/domain/phone';
import { ROLES } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useRoleLabel } from '../../ui/person.tsx';

type UserFormProps = {
  initial: UserFormValues;
  adding: boolean;
  draftName: string;
  own?: boolean;
  /** The account was deleted: the input is kept, but can no longer be saved. */
  deleted?: boolean;
  submitLabel: string;
  /** Sends the form; resolves to the error, or null on success. */
  onSend: (values: UserFormValues) => Promise<UserRefusal | null>;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

export function UserForm({
  initial,
  adding,
  draftName,
  own = false,
  deleted = false,
  submitLabel,
  onSend,
  onCancel,
  onDirty,
}: UserFormProps) {
  const { t } = useTranslation(['users-admin', 'common']);
  const { form, conflict, draft, submit, refusal } = useUserForm({ initial, adding, draftName, onSend, onDirty });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {deleted && <Notice tone="error">{t('common:deleted')}</Notice>}
        <DraftOffer draft={draft} />
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

type Props = {
  form: UserFormState;
  adding: boolean;
  own: boolean;
};
function UserFields({ form, adding, own }: Props) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('users-admin');
  const root = useSelector(selectRole) === 'root';
  return (
    <>
      <TextInput
        label={t('form.email')}
        type="email"
        autoComplete="off"
        withAsterisk={adding}
        data-autofocus
        {...form.getInputProps('email')}
      />
      {adding && (
        <PasswordInput
          label={t('form.pass')}
          description={t('form.pass_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('form.toggle_pass'), tabIndex: 0 }}
          withAsterisk
          {...form.getInputProps('pass')}
        />
      )}
      <TextInput
        label={t('form.phone')}
        type="tel"
        autoComplete="off"
        maxLength={PHONE_TEXT_MAX}
        {...form.getInputProps('phone')}
        onBlur={({ currentTarget }) => {
          form.setFieldValue('phone', normalizePhone(currentTarget.value) ?? currentTarget.value);
          form.validateField('phone');
        }}
      />
      <TextInput
        label={t('form.name')}
        autoComplete="off"
        maxLength={100}
        withAsterisk={adding}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('form.role')}
        description={own ? t('form.role_own') : undefined}
        disabled={own}
        withAsterisk={adding}
        // Only root grants the role root; see USER-8.
        data={ROLES.map((role) => ({
          value: role,
          label: roleLabel(role),
          disabled: role === 'root' && !root,
        }))}
        {...form.getInputProps('role')}
      />
      {!adding && (
        <Checkbox
          label={t('form.may_text_any_number')}
          description={t('form.may_text_hint')}
          {...form.getInputProps('may_text_any_number', { type: 'checkbox' })}
        />
      )}
      {!adding && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Checkbox label={t('form.email_confirm')} {...form.getInputProps('email_confirm', { type: 'checkbox' })} />
          <Checkbox label={t('form.phone_confirm')} {...form.getInputProps('phone_confirm', { type: 'checkbox' })} />
        </SimpleGrid>
      )}
    </>
  );
}
