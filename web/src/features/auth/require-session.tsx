import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { selectSession, selectSessionEnd } from '../../api/session-slice.ts';
import { endSession } from '../../api/session.ts';
import type { AppDispatch } from '../../app/store.ts';
import { readUserKey } from '../../lib/session-store.ts';
import { AwaitedSession } from './components/awaited-session.tsx';
import type { LoginState } from '../../lib/login-state.ts';

/** Session storage does not tell its own tab when something else has emptied it: it is read with every step. */
const subscribeNever = () => () => undefined;

/** Lets nobody in without a key; the sign-in page leads back to the page that was wanted; see AUTH-9. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSelector(selectSession);
  const ended = useSelector(selectSessionEnd);
  const { pathname, search, hash } = useLocation();
  const dispatch = useDispatch<AppDispatch>();
  const lost = useSyncExternalStore(subscribeNever, readUserKey) === null && session !== null;
  useEffect(() => {
    if (lost) dispatch(endSession('expired'));
  }, [lost, dispatch]);
  if (session) return children;
  // Who signed out on purpose starts afresh: the next person may be another.
  const state: LoginState = ended === 'signed_out' || pathname === '/' ? {} : { from: pathname + search + hash };
  return (
    <AwaitedSession>
      <Navigate to="/login" replace state={state} />
    </AwaitedSession>
  );
}
