import { Fragment, useEffect, useSyncExternalStore, type ReactNode, useState, useRef, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import {
  selectSuspendedSession,
  selectSession,
  selectSessionEnd,
  endSession,
  discardSession,
} from '../../../lib/session/session-slice.ts';
import type { AppDispatch } from '../../../app/store.ts';
import { readUserKey, awaitedFor, readUserEmail } from '../../../lib/session/session-store.ts';
import type { LoginState } from '../../../lib/session/sign-in-state.ts';
import { Center, Loader, Stack, Text, Button, Paper, PasswordInput, Title } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useTranslation } from '../../../lib/translation.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useLogin } from './use-login.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import classes from './sign-in-again.module.css';

/** Session storage has no change event in its own tab, so it is read at every navigation. */
const subscribeNever = () => () => undefined;

/**
 * Redirects to sign-in without a key; after it the requested page opens; see SHELL-1 and AUTH-16. A page with unsaved input stays
 * open behind the sign-in; see AUTH-26.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSelector(selectSession);
  const ended = useSelector(selectSessionEnd);
  const { pathname, search, hash } = useLocation();
  const suspended = useSelector(selectSuspendedSession) !== null;
  const dispatch = useDispatch<AppDispatch>();
  const lost = useSyncExternalStore(subscribeNever, readUserKey) === null && session !== null && !suspended;
  useEffect(() => {
    if (lost) dispatch(endSession('expired'));
  }, [lost, dispatch]);
  if (session) {
    return (
      <>
        <Fragment key={session.user_id}>{children}</Fragment>
        {suspended && <SignInAgain />}
      </>
    );
  }
  // After signing out no target is kept: the next user may be another.
  const state: LoginState = ended === 'signed_out' || pathname === '/' ? {} : { from: pathname + search + hash };
  return (
    <AwaitedSession>
      <Navigate to="/login" replace state={state} />
    </AwaitedSession>
  );
}

/** Waits for a session that another tab hands over; `children` where none arrives in time or none was announced. */
export function AwaitedSession({ children }: { children: ReactNode }) {
  const [left] = useState(() => awaitedFor());
  const [over, setOver] = useState(left === 0);
  useTimeout(() => setOver(true), left, { autoInvoke: left > 0 });
  return over ? children : <Waiting />;
}

function Waiting() {
  const { t } = useTranslation('auth');
  return (
    <Center component="main" mih="100dvh">
      <Stack align="center" gap="md">
        <Loader aria-hidden />
        <Text component="output">{t('awaited')}</Text>
      </Stack>
    </Center>
  );
}

/** Dialogs of the hidden page do not react to Escape in an element with it. */
const KEEP_ESCAPE = { 'data-mantine-stop-propagation': true };
const NOTHING = (): void => undefined;

/** Covers a page with unsaved input whose session has ended, until the same user signs in or leaves it; see AUTH-26. */
function SignInAgain() {
  const { t } = useTranslation('auth');
  const dispatch = useDispatch<AppDispatch>();
  const ended = useSelector(selectSessionEnd) ?? 'expired';
  const [email] = useState(() => readUserEmail() ?? '');
  const login = useLogin(NOTHING);
  const { submit, submitting, failure, fail, forgive, asksCode } = login;
  const cover = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = cover.current;
    dialog?.showModal();
    // Gives the focus back to the field that had it.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={cover}
      className={classes.cover}
      aria-label={t('login.submit')}
      onCancel={(event) => event.preventDefault()}
    >
      <Paper className={classes.card ?? ''} withBorder radius="lg" p="lg">
        <Stack gap="md">
          <Title order={2} size="h5">
            {t(asksCode ? 'two_factor.caption' : 'login.submit')}
          </Title>
          <Notice tone={ended === 'blocked' ? 'error' : 'warning'}>
            {t(ended === 'blocked' ? 'login.blocked' : 'login.expired')}
          </Notice>
          <Text size="sm">{t('again.kept')}</Text>
          {failure && <Notice tone="error">{failure.text}</Notice>}
          <SignInSteps login={login}>
            <PasswordForm
              email={email}
              submitting={submitting}
              onEmpty={() => fail(t('login.password_required'))}
              onEdit={forgive}
              onSubmit={(password) => void submit(email, password)}
            />
          </SignInSteps>
          <Button
            variant="subtle"
            disabled={submitting}
            {...KEEP_ESCAPE}
            onClick={() => dispatch(discardSession(ended))}
          >
            {t('again.leave')}
          </Button>
        </Stack>
      </Paper>
    </dialog>
  );
}

type FormProps = {
  email: string;
  submitting: boolean;
  onEmpty: () => void;
  onEdit: () => void;
  onSubmit: (password: string) => void;
};

function PasswordForm({ email, submitting, onEmpty, onEdit, onSubmit }: FormProps) {
  const { t } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (submitting) return;
    if (password === '') onEmpty();
    else onSubmit(password);
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={submitting}>
      <Stack gap="md">
        {/* Password managers find the account by it. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <PasswordInput
          {...KEEP_ESCAPE}
          label={t('login.password')}
          required
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            onEdit();
          }}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.toggle_password'), tabIndex: 0 }}
        />
        <Button type="submit" size="md" loading={submitting} {...KEEP_ESCAPE}>
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  );
}
