import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { isApiError } from '../../api/api-error.ts';
import { startSession } from '../../api/session.ts';
import type { AppDispatch } from '../../app/store.ts';
import { readSignedIn, useLoginMutation } from './auth-api.ts';
import { loginErrorText, NO_KEY_TEXT } from './login-rules.ts';

/** One attempt at a time: idle, submitting, then success or error (specification 000 §4, Login). */
export function useLogin(onSignedIn: () => void) {
  const dispatch = useDispatch<AppDispatch>();
  const [login, { isLoading }] = useLoginMutation();
  const [error, setError] = useState<string | null>(null);

  const submit = async (email: string, password: string): Promise<void> => {
    if (isLoading) return;
    setError(null);
    const { data, error: failure } = await login({ email: email.trim(), password });
    if (failure) {
      setError(isApiError(failure) ? loginErrorText(failure) : (failure.message ?? ''));
      return;
    }
    const answer = readSignedIn(data);
    if (!answer?.user_key) {
      setError(answer?.error ?? NO_KEY_TEXT);
      return;
    }
    dispatch(startSession({ user_id: answer.id, role: answer.role }, answer.user_key));
    onSignedIn();
  };
  return { submit, submitting: isLoading, error, setError };
}
