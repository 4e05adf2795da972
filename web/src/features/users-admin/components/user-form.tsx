import { hasExtension, normalizePhone, PHONE_TEXT_MAX } from '@belfry/schemas/domain/phone';
import { ROLE_LABELS, ROLES } from '@belfry/schemas/domain/roles';
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../api/session-slice.ts';
import { useEditConflict } from '../../../lib/use-edit-conflict.ts';
import { ConflictNotice } from '../../../ui/states/conflict-notice.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { isMail, isPass, isPhone, missingIn, type UserField, type UserFormValues } from '../user-form.ts';

/** Why it was not taken: words for the top of the form, what the server said, and the field that it is about. */
export type UserRefusal = {
  text: string;
  reason: string;
  field: UserField | null;
  /** Somebody else has saved meanwhile: what is stored now. */
  current?: UserFormValues;
};
export type UserFormProps = {
  initial: UserFormValues;
  adding: boolean;
  /** The account is one's own: its role stays. */
  own?: boolean;
  /** The account was deleted meanwhile: what was typed stays, but can be saved no more. */
  gone?: boolean;
  submitLabel: string;
  /** Sends it; null when it was taken. */
  onSend: (values: UserFormValues) => Promise<UserRefusal | null>;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

/** The fields of a user. What was typed stays after a refusal. */
export function UserForm({
  initial,
  adding,
  own = false,
  gone = false,
  submitLabel,
  onSend,
  onCancel,
  onDirty,
}: UserFormProps) {
  const { t } = useTranslation(['users-admin', 'common']);
  const root = useSelector(selectRole) === 'root';
  const [refusal, setRefusal] = useState<Omit<UserRefusal, 'field'> | null>(null);
  const form = useForm<UserFormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: {
      email: (text) => (isMail(text) ? null : t('form.invalid_email')),
      pass: (text) => (isPass(text) ? null : t('form.pass_hint')),
      phone: (text) => (isPhone(text) ? null : t(hasExtension(text) ? 'form.phone_extension' : 'form.invalid_phone')),
    },
  });
  const conflict = useEditConflict(form);
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const focus = (field: string | undefined): void => form.getInputNode(field ?? '')?.focus();

  const send = form.onSubmit(
    async (values) => {
      setRefusal(null);
      conflict.clear();
      const refused = await onSend(values);
      if (!refused) return;
      if (refused.current) {
        conflict.rebase(refused.current);
        return;
      }
      setRefusal(refused);
      if (refused.field) form.setFieldError(refused.field, refused.reason);
      focus(refused.field ?? undefined);
    },
    (errors) => focus(Object.keys(errors)[0]),
  );
  const submit = (event: React.FormEvent<HTMLFormElement>): void => {
    const missing = adding ? missingIn(form.values) : null;
    if (!missing) return send(event);
    event.preventDefault();
    setRefusal({ text: t('form.required'), reason: '' });
    form.setFieldError(missing, true);
    focus(missing);
  };
  const filled = refusal?.text === t('form.required') && missingIn(form.values) === null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {gone && <Notice tone="error">{t('common:deleted')}</Notice>}
        <ConflictNotice conflicts={conflict.conflicts} labelOf={(field) => t(`form.${field}`)} onTake={conflict.take} />
        {refusal && !filled && (
          <Notice tone="error">
            {refusal.text}
            {refusal.reason !== '' && <Text size="sm">{refusal.reason}</Text>}
          </Notice>
        )}
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
            label: ROLE_LABELS[role],
            disabled: role === 'root' && !root,
          }))}
          {...form.getInputProps('role')}
        />
        {!adding && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Checkbox label={t('form.email_confirm')} {...form.getInputProps('email_confirm', { type: 'checkbox' })} />
            <Checkbox label={t('form.phone_confirm')} {...form.getInputProps('phone_confirm', { type: 'checkbox' })} />
          </SimpleGrid>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={form.submitting} disabled={gone}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
