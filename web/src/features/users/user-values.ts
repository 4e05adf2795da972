import { isEmail } from '@belfry/schemas/domain/email-address';
import { passwordProblem } from '@belfry/schemas/domain/password';
import { usePhoneProblem } from '../../lib/phone-problem.ts';
import type { Role } from '@belfry/schemas/domain/roles';
import type { User } from '@belfry/schemas/http/users/admin';
import type { AddUserBody, UserUpdates } from '@belfry/schemas/http/users/changes';
import { isApiError } from '../../lib/api/api-error.ts';
import { changedFields, useEditConflict } from '../../lib/edit-conflict.ts';
import { useFormDraft } from '../../lib/use-form-draft.ts';
import { useForm } from '@mantine/form';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useReportedDirty } from '../../ui/dialogs/use-reported-dirty.ts';

export type UserFormValues = {
  email: string;
  pass: string;
  phone: string;
  name: string;
  role: Role;
  email_confirm: boolean;
  phone_confirm: boolean;
  may_text_any_number: boolean;
};
type UserField = keyof UserFormValues;

export const NEW_USER: UserFormValues = {
  email: '',
  pass: '',
  phone: '',
  name: '',
  role: 'user',
  email_confirm: false,
  phone_confirm: false,
  may_text_any_number: false,
};

export const valuesOf = ({ email, phone, name, role, ...user }: User): UserFormValues => ({
  email,
  pass: '',
  phone: phone ?? '',
  name,
  role,
  email_confirm: user.email_confirm,
  phone_confirm: user.phone_confirm,
  may_text_any_number: user.may_text_any_number,
});

/** The first required field that is empty, or null; see USER-11. */
export const missingIn = (values: UserFormValues): UserField | null =>
  (['email', 'pass', 'name', 'role'] as const).find((field) => values[field].trim() === '') ?? null;

/** An empty text is valid, because required fields are checked separately. */
export const isMail = (text: string): boolean => text.trim() === '' || isEmail(text.trim());
export const isPass = (text: string): boolean => text === '' || passwordProblem(text) === null;

export const addBodyOf = ({ email, pass, phone, name, role }: UserFormValues): AddUserBody => ({
  email: email.trim(),
  pass,
  phone: phone.trim() || null,
  name: name.trim(),
  role,
});

export function updatesOf(now: UserFormValues, before: UserFormValues): UserUpdates {
  const { pass: _none, ...fields } = now;
  const { pass: _empty, ...original } = before;
  const trimmed = { ...fields, email: fields.email.trim(), name: fields.name.trim(), phone: fields.phone.trim() };
  const updates: UserUpdates = changedFields(trimmed, original);
  return 'phone' in updates ? { ...updates, phone: updates.phone || null } : updates;
}

const FIELDS: readonly string[] = Object.keys(NEW_USER);

/** The field that the server rejected, where it names one: `updates.phone` is the phone. */
export function refusedField(error: unknown): UserField | null {
  const path = isApiError(error) ? error.details[0]?.path.split('.').at(-1) : undefined;
  return FIELDS.find((field): field is UserField => field === path) ?? null;
}

export type UserRefusal = {
  text: string;
  reason: string;
  field: UserField | null;
  current?: UserFormValues;
};

type Options = {
  initial: UserFormValues;
  adding: boolean;
  draftName: string;
  /** Sends the form; resolves to the error, or null on success. */
  onSend: (values: UserFormValues) => Promise<UserRefusal | null>;
  onDirty: (dirty: boolean) => void;
};

export function useUserForm({ initial, adding, draftName, onSend, onDirty }: Options) {
  const { t } = useTranslation('users-admin');
  const phoneProblem = usePhoneProblem();
  const [refusal, setRefusal] = useState<Omit<UserRefusal, 'field'> | null>(null);
  const form = useForm<UserFormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: {
      email: (text) => (isMail(text) ? null : t('form.invalid_email')),
      pass: (text) => (isPass(text) ? null : t('form.pass_hint')),
      phone: (text) => phoneProblem(text),
    },
  });
  const conflict = useEditConflict(form);
  const dirty = form.isDirty();
  useReportedDirty(dirty, onDirty);
  const { pass: _secret, ...typed } = form.values;
  const draft = useFormDraft({
    name: draftName,
    values: typed,
    opened: form.getInitialValues(),
    dirty,
    restore: form.setValues,
  });
  const focus = (field: string | undefined): void => form.getInputNode(field ?? '')?.focus();

  const send = form.onSubmit(
    async (values) => {
      setRefusal(null);
      const refused = await onSend(values);
      if (!refused) {
        conflict.clear();
        return draft.forget();
      }
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
  return { form, conflict, draft, submit, refusal: filled ? null : refusal };
}

export type UserFormState = ReturnType<typeof useUserForm>['form'];
