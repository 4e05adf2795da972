import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../../ui/text-link.tsx';
import { checkLogin } from '../login-rules.ts';
import { EmailField } from '../../../../ui/fields/email-field.tsx';
import classes from './credentials-form.module.css';

export type Credentials = { email: string; password: string };
type Props = {
  initial: Credentials;
  submitting: boolean;
  /** A validation rule failed; no request is sent. */
  onProblem: (text: string) => void;
  onEdit: () => void;
  onSubmit: (credentials: Credentials) => void;
};

/** Email, password, Sign In; Enter in either field submits unless a request is running. */
export function CredentialsForm({ initial, submitting, onProblem, onEdit, onSubmit }: Props) {
  const { t } = useTranslation('auth');
  const [email, setEmail] = useState(initial.email);
  const [password, setPassword] = useState(initial.password);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const filled = initial.email !== '' && initial.password === '';
  // oxlint-disable-next-line react/exhaustive-deps -- the focus is set once
  useEffect(() => (filled ? passwordField : emailField).current?.focus(), []);

  const edit = (change: () => void): void => {
    change();
    onEdit();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (submitting) return;
    const problem = checkLogin(email, password);
    if (!problem) return onSubmit({ email, password });
    onProblem(t(`login.${problem.text}`));
    (problem.field === 'email' ? emailField : passwordField).current?.focus();
  };

  return (
    <form onSubmit={submit} noValidate aria-busy={submitting}>
      <Stack gap="md">
        <EmailField
          ref={emailField}
          label={t('login.email')}
          value={email}
          onChange={(event) => edit(() => setEmail(event.currentTarget.value))}
        />
        <PasswordInput
          ref={passwordField}
          label={t('login.password')}
          required
          value={password}
          onChange={(event) => edit(() => setPassword(event.currentTarget.value))}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.toggle_password'), tabIndex: 0 }}
        />
        <Button
          type="submit"
          size="md"
          disabled={submitting}
          className={classes.submit ?? ''}
          data-waiting={submitting}
        >
          {t(submitting ? 'login.submitting' : 'login.submit')}
        </Button>
        <Group justify="space-between">
          <TextLink to="/forgot-password">{t('login.forgot')}</TextLink>
          <TextLink to="/register">{t('login.register')}</TextLink>
        </Group>
      </Stack>
    </form>
  );
}
