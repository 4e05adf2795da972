import { Button, PasswordInput, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { checkLogin } from '../login-rules.ts';
import { forgetSavedLogin, readSavedLogin } from '../saved-login.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useLogin } from '../use-login.ts';
import { EmailField } from './email-field.tsx';
import classes from './login-form.module.css';

const AUTOFILL_NOTICE_MS = 5_000;

/** Email, password, Sign In; Enter in either field submits unless a request is running. */
export function LoginForm({ target }: { target: string }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [saved] = useState(readSavedLogin);
  const [autofilled, setAutofilled] = useState(saved !== null);
  const [email, setEmail] = useState(saved?.email ?? '');
  const [password, setPassword] = useState(saved?.password ?? '');
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { submit, submitting, error, setError } = useLogin(() => void navigate(target, { replace: true }));

  useEffect(() => {
    forgetSavedLogin();
    emailField.current?.focus();
    const timer = setTimeout(() => setAutofilled(false), AUTOFILL_NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (submitting) return;
    const problem = checkLogin(email, password);
    if (!problem) return void submit(email, password);
    setError(t(`login.${problem.text}`));
    (problem.field === 'email' ? emailField : passwordField).current?.focus();
  };

  return (
    <form onSubmit={onSubmit} noValidate aria-busy={submitting}>
      {autofilled && <Notice>{t('login.autofilled')}</Notice>}
      {error !== null && <Notice tone="error">{error}</Notice>}
      <Stack gap="md">
        <EmailField
          ref={emailField}
          label={t('login.email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label={t('login.password')}
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
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
      </Stack>
    </form>
  );
}
