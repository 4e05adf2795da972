import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Role } from '@belfry/schemas/domain/roles';
import { readSession, type Session } from './session-store.ts';

/** Why nobody is signed in: by signing out, because the key became invalid, or because the account was blocked. */
export type SessionEnd = 'signed_out' | 'expired' | 'blocked';
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
    sessionHeld: (state, { payload }: PayloadAction<SessionEnd>) => {
      state.ended = payload;
    },
    sessionEnded: (_state, { payload }: PayloadAction<SessionEnd>): SessionState => ({ session: null, ended: payload }),
  },
  selectors: {
    selectSession: (state) => state.session,
    selectRole: (state) => state.session?.role ?? null,
    selectSessionEnd: (state) => state.ended,
    /** The user whose page waits for another sign-in. */
    selectHeldSession: (state) => (state.ended ? state.session : null),
  },
});

export const { sessionStarted, roleReported, sessionEnded, sessionHeld } = sessionSlice.actions;
export const { selectSession, selectRole, selectSessionEnd, selectHeldSession } = sessionSlice.selectors;
