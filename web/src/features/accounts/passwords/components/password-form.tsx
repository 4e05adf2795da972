import { Button, PasswordInput, Stack } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/states/notice.tsx';
import type { PasswordField, Passwords } from '../../../../lib/session/sign-in-state.ts';
import { checkPasswordChange, type ChangeProblem } from '../password-rules.ts';
import { StrengthMeter } from '../../../../ui/fields/strength-meter.tsx';

type Props = {
  /** False where the link of an email replaces the current password. */
  askCurrent: boolean;
  saving: boolean;
  /** The error of the server. */
  error: string | null;
  /** The success message, with which the form is locked. */
  done: string | null;
  onSubmit: (passwords: Passwords) => void;
};

const NONE: Passwords = { current: '', next: '', confirm: '' };

/** Current, new and confirm with visibility toggles, and the strength of the new one. */
export function PasswordForm({ askCurrent, saving, error, done, onSubmit }: Props) {
  const { t } = useTranslation('passwords');
  const [passwords, setPasswords] = useState(NONE);
  const [problem, setProblem] = useState<ChangeProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // The error leaves with the first change of its field, or once another field has made it valid.
  const present = problem && checkPasswordChange(passwords, { askCurrent });
  const shown = present?.field === problem?.field ? present : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (saving || done !== null) return;
    const found = checkPasswordChange(passwords, { askCurrent });
    setProblem(found);
    if (!found) return onSubmit(passwords);
    form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
  };
  const field = (name: PasswordField) => ({
    name,
    label: t(`fields.${name}`),
    required: true,
    withAsterisk: false,
    value: passwords[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setPasswords((before) => ({ ...before, [name]: currentTarget.value }));
      if (problem?.field === name) setProblem(null);
    },
    error: shown?.field === name ? t(`rules.${shown.text}`) : undefined,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t(`toggle.${name}`), tabIndex: 0 },
  });

  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={saving}>
      {done !== null && <Notice>{done}</Notice>}
      {error !== null && <Notice tone="error">{error}</Notice>}
      <Stack gap="md">
        {askCurrent && <PasswordInput {...field('current')} />}
        <Stack gap={8}>
          <PasswordInput {...field('next')} />
          <StrengthMeter password={passwords.next} />
        </Stack>
        <PasswordInput {...field('confirm')} />
        <Button type="submit" size="md" loading={saving} disabled={done !== null}>
          {t('change.submit')}
        </Button>
      </Stack>
    </form>
  );
}
