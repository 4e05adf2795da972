import { useAct } from '../../../ui/use-act.ts';
import { useTimeout } from '@mantine/hooks';
import { useState, useRef, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useNavigate } from 'react-router';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import type { Passwords, PasswordField } from '../../../lib/session/sign-in-state.ts';
import { useChangePasswordMutation } from './passwords-api.ts';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { Notice } from '../../../ui/states/notice.tsx';
import { StrengthMeter } from '../../../ui/fields/strength-meter.tsx';
import { passwordProblem } from '@belfry/schemas/domain/password';
import type passwords from '../../../locales/en/passwords.json';

const LEAVE_AFTER_MS = 2_000;

/** Changes the password of the signed-in user, then opens /home; see SESSION-7. */
export function ChangePassword() {
  const { t } = useTranslation('passwords');
  const navigate = useNavigate();
  const leave = useTimeout(() => void navigate('/home'), LEAVE_AFTER_MS);
  const { act, pending, failure } = useAct({ inline: true });
  const { data: profile } = useGetProfileQuery();
  const [change] = useChangePasswordMutation();
  const [done, setDone] = useState<string | null>(null);

  const submit = async ({ current, next }: Passwords): Promise<void> => {
    const body = { currentPassword: current, newPassword: next, email: profile?.email };
    const answer = await act(() => change(body), { failed: t('change.failed') });
    if (answer === undefined) return;
    setDone(t('change.done'));
    leave.start();
  };
  return (
    <PasswordForm
      askCurrent
      saving={pending}
      error={failure}
      done={done}
      onSubmit={(passwords) => void submit(passwords)}
    />
  );
}

type Props = {
  /** False where the link of an email replaces the current password. */
  askCurrent: boolean;
  saving: boolean;
  error: string | null;
  done: string | null;
  onSubmit: (passwords: Passwords) => void;
};

const NONE: Passwords = { current: '', next: '', confirm: '' };

export function PasswordForm({ askCurrent, saving, error, done, onSubmit }: Props) {
  const { t } = useTranslation('passwords');
  const [passwords, setPasswords] = useState(NONE);
  const [problem, setProblem] = useState<ChangeProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // The error leaves with the first change of its field, or once another field has made it valid.
  const present = problem && checkPasswordChange(passwords, { askCurrent });
  const visible = present?.field === problem?.field ? present : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (saving || done !== null) return;
    const mistake = checkPasswordChange(passwords, { askCurrent });
    setProblem(mistake);
    if (!mistake) return onSubmit(passwords);
    form.current?.querySelector<HTMLInputElement>(`[name=${mistake.field}]`)?.focus();
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
    error: visible?.field === name ? t(`rules.${visible.text}`) : undefined,
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

type ChangeProblem = { field: PasswordField; text: keyof (typeof passwords)['rules'] };

/** The rules of the change-password screen in their order; the first failure is shown; see SESSION-4. */
export function checkPasswordChange(
  { current, next, confirm }: Passwords,
  { askCurrent }: { askCurrent: boolean },
): ChangeProblem | null {
  if (askCurrent && current === '') return { field: 'current', text: 'current_required' };
  const problem = passwordProblem(next);
  if (problem) return { field: 'next', text: problem };
  if (next !== confirm) return { field: 'confirm', text: 'mismatch' };
  if (askCurrent && next === current) return { field: 'next', text: 'same' };
  return null;
}
