import type { Dispatch } from '@reduxjs/toolkit';
import { clearSession, writeSession, type Session } from './session-store.ts';
import { baseApi, TAGS } from '../api/base-api.ts';
import { selectHeldSession, sessionStarted, type SessionState } from './session-slice.ts';

/**
 * Signs a user in in this tab: stores the session and clears the cache of the previous user. The user whose page was held goes on in
 * it, so the cache is refetched instead: without its data the forms would be closed.
 */
export const startSession =
  (session: Session, userKey: string) => (dispatch: Dispatch, getState: () => { session: SessionState }) => {
    const resumes = selectHeldSession(getState())?.user_id === session.user_id;
    if (!resumes) {
      clearSession();
      dispatch(baseApi.util.resetApiState());
    }
    writeSession(session, userKey);
    dispatch(sessionStarted(session));
    if (resumes) dispatch(baseApi.util.invalidateTags([...TAGS]));
  };
