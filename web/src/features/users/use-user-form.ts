import { hasExtension } from '@belfry/schemas/domain/phone';
import { useForm } from '@mantine/form';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditConflict } from '../../lib/edit-conflict.ts';
import { isMail, isPass, isPhone, missingIn, type UserField, type UserFormValues } from './user-form.ts';

/** Why a form was rejected: the text above the form, the server's text, and the field that it is about. */
export type UserRefusal = {
  text: string;
  reason: string;
  field: UserField | null;
  /** The stored values, where another user has saved meanwhile. */
  current?: UserFormValues;
};

type Options = {
  initial: UserFormValues;
  adding: boolean;
  /** Sends the form; resolves to the error, or null on success. */
  onSend: (values: UserFormValues) => Promise<UserRefusal | null>;
  onDirty: (dirty: boolean) => void;
};

/** The state of the user form: its fields, its error, and conflicting changes. */
export function useUserForm({ initial, adding, onSend, onDirty }: Options) {
  const { t } = useTranslation('users-admin');
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
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const missing = adding ? missingIn(form.values) : null;
    if (!missing) return send(event);
    event.preventDefault();
    setRefusal({ text: t('form.required'), reason: '' });
    form.setFieldError(missing, true);
    focus(missing);
  };
  const filled = refusal?.text === t('form.required') && missingIn(form.values) === null;
  return { form, conflict, submit, refusal: filled ? null : refusal };
}

export type UserFormState = ReturnType<typeof useUserForm>['form'];
