import type { Dispatch } from '@reduxjs/toolkit';
import { clearSession, writeSession, type Session } from '../../lib/session/session-store.ts';
import { baseApi } from '../base/base-api.ts';
import { sessionEnded, sessionStarted, type SessionEnd } from './session-slice.ts';

/** Signs a user in in this tab: stores the session and clears the cache of the previous user. */
export const startSession = (session: Session, userKey: string) => (dispatch: Dispatch) => {
  clearSession();
  writeSession(session, userKey);
  dispatch(baseApi.util.resetApiState());
  dispatch(sessionStarted(session));
};

/** Signs out in this tab; the router then shows the sign-in page. */
export const endSession = (reason: SessionEnd) => (dispatch: Dispatch) => {
  clearSession();
  dispatch(sessionEnded(reason));
};
