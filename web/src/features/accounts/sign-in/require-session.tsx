import { Fragment, useEffect, useSyncExternalStore, type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import {
  selectSuspendedSession,
  selectSession,
  selectSessionEnd,
  endSession,
} from '../../../lib/session/session-slice.ts';
import type { AppDispatch } from '../../../app/store.ts';
import { readUserKey, awaitedFor } from '../../../lib/session/session-store.ts';
import { SignInAgain } from './sign-in-again.tsx';
import type { LoginState } from '../../../lib/session/sign-in-state.ts';
import { Center, Loader, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useTranslation } from '../../../lib/translation.ts';

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
