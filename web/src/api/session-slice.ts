import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Role } from '@belfry/schemas/domain/roles';
import { readSession, type Session } from '../lib/session-store.ts';

/** Why nobody is signed in: they chose to leave, the key died, or the account was blocked. */
export type SessionEnd = 'signed_out' | 'expired' | 'blocked';
export type SessionState = { session: Session | null; ended: SessionEnd | null };

/** Who is signed in. The truth is session storage; this mirrors it so that screens follow. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ session: readSession(), ended: null }),
  reducers: {
    sessionStarted: (_state, { payload }: PayloadAction<Session>): SessionState => ({ session: payload, ended: null }),
    /** The server says another role than sign-in did: it was changed since, or nobody had said it yet. */
    roleLearned: (state, { payload }: PayloadAction<Role>) => {
      if (state.session) state.session.role = payload;
    },
    sessionEnded: (_state, { payload }: PayloadAction<SessionEnd>): SessionState => ({ session: null, ended: payload }),
  },
  selectors: {
    selectSession: (state) => state.session,
    selectRole: (state) => state.session?.role ?? null,
    selectSessionEnd: (state) => state.ended,
  },
});

export const { sessionStarted, roleLearned, sessionEnded } = sessionSlice.actions;
export const { selectSession, selectRole, selectSessionEnd } = sessionSlice.selectors;
