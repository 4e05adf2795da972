import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { isApiError } from '../../api/api-error.ts';
import { startSession } from '../../api/session.ts';
import type { AppDispatch } from '../../app/store.ts';
import { readChallenge, readSignedIn, useLoginMutation, useLoginTwoFactorMutation } from './auth-api.ts';
import { loginErrorText } from './login-rules.ts';
import { useServerWords } from './server-words.ts';

type Failure = {
  text: string;
  /** The address that has to be confirmed before this sign-in can succeed. */
  unconfirmed?: string;
};

/** One attempt at a time: idle, submitting, then success or error (specification 000 §4), with a second step for some. */
export function useLogin(onSignedIn: () => void) {
  const { t } = useTranslation('auth');
  const words = useServerWords();
  const dispatch = useDispatch<AppDispatch>();
  const [login, { isLoading: first }] = useLoginMutation();
  const [verifyCode, { isLoading: second }] = useLoginTwoFactorMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const submitting = first || second;

  const wordsOf = (error: unknown): string => {
    const found = isApiError(error) ? loginErrorText(error) : null;
    if (!found) return words(error, t('login.errors.unexpected'));
    const { text, ...values } = found;
    return t(`login.errors.${text}`, values);
  };
  const enter = (data: unknown): void => {
    const answer = readSignedIn(data);
    if (!answer?.user_key) return setFailure({ text: answer?.error ?? t('login.errors.no_key') });
    dispatch(startSession({ user_id: answer.id, role: answer.role }, answer.user_key));
    onSignedIn();
  };

  const submit = async (typed: string, password: string): Promise<void> => {
    if (submitting) return;
    setFailure(null);
    const email = typed.trim();
    const { data, error } = await login({ email, password });
    if (error) {
      const unconfirmed = isApiError(error) && error.code === 'email_not_confirmed';
      return setFailure({ text: wordsOf(error), ...(unconfirmed && { unconfirmed: email }) });
    }
    const next = readChallenge(data);
    if (next === null) enter(data);
    else setChallenge(next);
  };

  const verify = async (code: string): Promise<void> => {
    if (submitting || challenge === null) return;
    setFailure(null);
    const { data, error } = await verifyCode({ challenge, code });
    if (!error) return enter(data);
    setFailure({ text: wordsOf(error) });
    // The first step has to be taken again.
    if (isApiError(error) && error.code === 'challenge_expired') setChallenge(null);
  };

  return {
    submit,
    verify,
    submitting,
    failure,
    /** Says something of our own, such as a rule that failed. */
    fail: (text: string) => setFailure({ text }),
    /** Whether the second step is asked for. */
    asksCode: challenge !== null,
    restart: () => {
      setChallenge(null);
      setFailure(null);
    },
  };
}
