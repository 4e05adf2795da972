import { Title, Button, Group, PasswordInput, Stack, Anchor } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useEffect, useState, type ReactNode, useRef, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useNavigate } from 'react-router';
import { Notice } from '../../../ui/states/notice.tsx';
import { clearSavedLogin, readSavedLogin } from '../../../lib/session/sign-in-state.ts';
import { useLogin, checkLogin } from './use-login.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SignOnOffers } from './sign-on-offers.tsx';
import { SignInSteps } from './sign-in-steps.tsx';
import { cancelPasskey, offersPasskeysInFields, passkeyObstacle } from '../../../lib/passkeys.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import type { ConfirmState } from '../../../lib/session/registration-draft.ts';
import { EmailField } from '../../../ui/fields/checked-input.tsx';
import classes from './login-form.module.css';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useRequestUnlockMutation } from './login-api.ts';

const AUTOFILL_NOTICE_MS = 5_000;

type Props = {
  target: string;
  unlock?: string;
  email?: string | undefined;
  children?: ReactNode;
};

/** Both steps of a sign-in with their messages. Credentials that registration saved are used once. `children` are below the caption. */
export function LoginForm({ target, unlock, email = '', children }: Props) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [saved] = useState(readSavedLogin);
  const [credentials, setCredentials] = useState(saved ?? { email, password: '' });
  const [autofilled, setAutofilled] = useState(saved !== null);
  const login = useLogin(() => void navigate(target, { replace: true }), unlock);
  const { submit, submitting, failure, fail, forgive, asksCode, setup } = login;

  useEffect(clearSavedLogin, []);
  usePasskeysInFields(login.offerPasskeysInFields);
  useTimeout(() => setAutofilled(false), AUTOFILL_NOTICE_MS, { autoInvoke: true });

  return (
    <>
      <Title order={2} size="h5" mb="sm">
        {t(setup ? 'two_factor.setup' : asksCode ? 'two_factor.caption' : 'login.caption')}
      </Title>
      {children}
      {autofilled && <Notice>{t('login.autofilled')}</Notice>}
      {failure && <LoginError text={failure.text} unconfirmed={failure.unconfirmed} />}
      {failure?.limited !== undefined && <UnlockOffer email={failure.limited} />}
      <SignInSteps login={login}>
        <Stack gap="md">
          <CredentialsForm
            initial={credentials}
            submitting={submitting}
            onProblem={fail}
            onEdit={forgive}
            onSubmit={(typed) => {
              setCredentials(typed);
              void submit(typed.email, typed.password);
            }}
          />
          <PasskeyButton
            asking={login.askingForPasskey}
            disabled={submitting && !login.askingForPasskey}
            onClick={() => void login.askForPasskey()}
          />
        </Stack>
      </SignInSteps>
    </>
  );
}

/** A browser that chooses a passkey by itself would otherwise be refused endlessly. */
const OFFERS_MAX = 5;

/**
 * Offers passkeys among what the browser fills into the fields while the page is open. One that the server has refused, also because the page
 * was open for too long, is offered with a new challenge.
 */
function usePasskeysInFields(offer: () => Promise<boolean>): void {
  const latest = useRef(offer);
  useEffect(() => {
    latest.current = offer;
  });
  useEffect(() => {
    const page = { left: false };
    if (passkeyObstacle() !== null) return undefined;
    const offerAgain = async (): Promise<void> => {
      if (!(await offersPasskeysInFields())) return;
      for (let offered = 0; offered < OFFERS_MAX && !page.left; offered += 1) if (!(await latest.current())) return;
    };
    void offerAgain();
    return () => {
      page.left = true;
      cancelPasskey();
    };
  }, []);
}

type LoginErrorProps = { text: string; unconfirmed: string | undefined };
/** The error box. For an unconfirmed email it links to the confirmation screen; see AUTH-12. */
function LoginError({ text, unconfirmed }: LoginErrorProps) {
  const { t } = useTranslation('auth');
  const state: ConfirmState = { email: unconfirmed, fromLogin: true };
  return (
    <Notice tone="error">
      {text}
      {unconfirmed !== undefined && (
        <>
          {' '}
          <TextLink to="/confirm-email" state={state} fw={600} underline="always">
            {t('login.confirm_email')}
          </TextLink>
        </>
      )}
    </Notice>
  );
}

type Credentials = { email: string; password: string };
type CredentialsFormProps = {
  initial: Credentials;
  submitting: boolean;
  onProblem: (text: string) => void;
  onEdit: () => void;
  onSubmit: (credentials: Credentials) => void;
};
function CredentialsForm({ initial, submitting, onProblem, onEdit, onSubmit }: CredentialsFormProps) {
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
          // The browser offers passkeys among what it fills in.
          autoComplete="username webauthn"
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
        <SignOnOffers email={email} />
        <Group justify="space-between">
          <TextLink to="/forgot-password">{t('login.forgot')}</TextLink>
          <TextLink to="/register">{t('login.register')}</TextLink>
        </Group>
      </Stack>
    </form>
  );
}

/** After too many failed sign-ins: offers the owner of the account a link by email, and shows the result. */
function UnlockOffer({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorMessage();
  const [request, { isLoading, isSuccess, error }] = useRequestUnlockMutation();
  if (isSuccess) return <Notice>{t('unlock.sent')}</Notice>;
  return (
    <>
      {error !== undefined && <Notice tone="error">{errorText(error, t('unlock.failed'))}</Notice>}
      <Notice tone="warning">
        {t('unlock.offer')}{' '}
        <Anchor
          component="button"
          type="button"
          size="sm"
          fw={600}
          underline="always"
          disabled={isLoading}
          onClick={() => void request({ email })}
        >
          {t('unlock.request')}
        </Anchor>
      </Notice>
    </>
  );
}
