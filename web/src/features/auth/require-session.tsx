import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { selectSession, selectSessionEnd } from '../../api/session/session-slice.ts';
import { endSession } from '../../api/session/session.ts';
import type { AppDispatch } from '../../app/store.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { AwaitedSession } from './components/awaited-session.tsx';
import type { LoginState } from '../../lib/session/login-state.ts';

/** Session storage has no change event in its own tab, so it is read at every navigation. */
const subscribeNever = () => () => undefined;

/** Redirects to sign-in without a key; after it the requested page opens; see SHELL-1 and AUTH-16. */
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
  // After signing out no target is kept: the next user may be another.
  const state: LoginState = ended === 'signed_out' || pathname === '/' ? {} : { from: pathname + search + hash };
  return (
    <AwaitedSession>
      <Navigate to="/login" replace state={state} />
    </AwaitedSession>
  );
}
