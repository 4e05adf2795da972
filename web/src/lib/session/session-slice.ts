import { createSlice, type PayloadAction, type Dispatch } from '@reduxjs/toolkit';
import type { Role } from '@belfry/schemas/domain/roles';
import { removeDraftsOf } from '../storage.ts';
import { readSession, type Session, clearKey, clearSession, isAdminMode, readUserEmail } from './session-store.ts';
import { hasUnsavedInput } from '../unsaved-input.ts';

/** Signing out, an invalid key, or a blocked account. */
type SessionEnd = 'signed_out' | 'expired' | 'blocked';
export type SessionState = { session: Session | null; ended: SessionEnd | null };

/** The signed-in user. Session storage is the source; the slice mirrors it so that components re-render. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ session: readSession(), ended: null }),
  reducers: {
    sessionStarted: (_state, { payload }: PayloadAction<Session>): SessionState => ({ session: payload, ended: null }),
    /** The server reports another role than the sign-in did, because it was changed since or was unknown. */
    roleReported: (state, { payload }: PayloadAction<Role>) => {
      if (state.session) state.session.role = payload;
    },
    /** The key is invalid, but the page has unsaved input and stays; see AUTH-26. */
    sessionSuspended: (state, { payload }: PayloadAction<SessionEnd>) => {
      state.ended = payload;
    },
    sessionEnded: (_state, { payload }: PayloadAction<SessionEnd>): SessionState => ({ session: null, ended: payload }),
  },
  selectors: {
    selectSession: (state) => state.session,
    selectRole: (state) => state.session?.role ?? null,
    selectSessionEnd: (state) => state.ended,
    selectSuspendedSession: (state) => (state.ended ? state.session : null),
  },
});

export const { sessionStarted, roleReported, sessionEnded, sessionSuspended } = sessionSlice.actions;
export const { selectSession, selectRole, selectSessionEnd, selectSuspendedSession } = sessionSlice.selectors;

/** A session that an administrator uses as somebody else cannot be continued with a password. */
const canContinue = (): boolean => !isAdminMode() && readUserEmail() !== null;

/**
 * Ends the session of this tab and drops its input; the router then shows the sign-in page. Signing out deletes drafts
 * too; those of an expired session are offered after the next sign-in, see SHELL-40.
 */
export const discardSession = (reason: SessionEnd) => (dispatch: Dispatch) => {
  const session = readSession();
  if (reason === 'signed_out' && session) removeDraftsOf(session.user_id);
  clearSession();
  dispatch(sessionEnded(reason));
};

/** Ends the session of this tab. A page with unsaved input stays open behind the sign-in, unless the user signed out; see AUTH-26. */
export const endSession = (reason: SessionEnd) => (dispatch: Dispatch) => {
  if (reason === 'signed_out' || !canContinue() || !hasUnsavedInput()) return discardSession(reason)(dispatch);
  clearKey();
  dispatch(sessionSuspended(reason));
};
