import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import { selectSession, selectSessionEnd } from '../../api/session-slice.ts';
import type { LoginState } from './login-state.ts';

/** Lets nobody in without a key; the sign-in page leads back to where they wanted to go (specification 000 §2). */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSelector(selectSession);
  const ended = useSelector(selectSessionEnd);
  const { pathname, search, hash } = useLocation();
  if (session) return children;
  // Who signed out on purpose starts afresh: the next person may be another.
  const state: LoginState = ended === 'signed_out' || pathname === '/' ? {} : { from: pathname + search + hash };
  return <Navigate to="/login" replace state={state} />;
}
