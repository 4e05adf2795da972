import type { Dispatch } from '@reduxjs/toolkit';
import { hasUnsavedInput } from '../editing/has-unsaved-input.ts';
import { clearKey, clearSession, isAdminMode, readUserEmail } from './session-store.ts';
import { sessionEnded, sessionHeld, type SessionEnd } from './session-slice.ts';

/** A session that an administrator uses as somebody else cannot be continued with a password. */
const canContinue = (): boolean => !isAdminMode() && readUserEmail() !== null;

/** Ends the session of this tab and what was typed in it; the router then shows the sign-in page. */
export const discardSession = (reason: SessionEnd) => (dispatch: Dispatch) => {
  clearSession();
  dispatch(sessionEnded(reason));
};

/** Ends the session of this tab. A page with unsaved input stays open behind the sign-in, unless the user signed out; see AUTH-26. */
export const endSession = (reason: SessionEnd) => (dispatch: Dispatch) => {
  if (reason === 'signed_out' || !canContinue() || !hasUnsavedInput()) return discardSession(reason)(dispatch);
  clearKey();
  dispatch(sessionHeld(reason));
};
