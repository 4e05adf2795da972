import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useDispatch } from 'react-redux';
import { isApiError, type ApiError } from '../../../lib/api/api-error.ts';
import type { AppDispatch } from '../../../app/store.ts';
import {
  useLoginMutation,
  useLoginTwoFactorMutation,
  useBeginPasskeySignInMutation,
  useFinishPasskeySignInMutation,
} from './login-api.ts';
import type { Challenge, Setup, SignedIn } from './login-answer.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import type { Dispatch } from '@reduxjs/toolkit';
import { clearSession, writeSession, type Session } from '../../../lib/session/session-store.ts';
import { baseApi, TAGS } from '../../../lib/api/base-api.ts';
import { selectSuspendedSession, sessionStarted, type SessionState } from '../../../lib/session/session-slice.ts';
import { isEmail } from '@belfry/schemas/domain/email-address';
import type auth from '../../../locales/en/auth.json';
import { askPasskey, type PasskeyFailure } from '../../../lib/passkeys.ts';

type Failure = {
  text: string;
  unconfirmed?: string;
  /** The email address to which a link can be sent that lifts the sign-in limit. */
  limited?: string;
  /** The failure is about a field's content, not about an attempt. */
  ofField?: boolean;
};

/** What `SetupAtSignIn` needs: the key for it, and the password that was typed, which proves the person again. */
export type PendingSetup = Setup & { password: string };

function detailsOf(error: unknown, email: string): Omit<Failure, 'text'> {
  switch (isApiError(error) ? error.code : null) {
    case 'email_not_confirmed':
      return { unconfirmed: email };
    case 'rate_limited':
    case 'link_expired':
      return { limited: email };
    default:
      return {};
  }
}

/**
 * One attempt at a time: idle, submitting, then success or error, with a second step for some; see AUTH-13.
 * @param unlock the token of an emailed link, which lifts the sign-in limit of the account
 */
export function useLogin(onSignedIn: () => void, unlock?: string) {
  const { t } = useTranslation('auth');
  const errorText = useErrorMessage();
  const dispatch = useDispatch<AppDispatch>();
  const [login, { isLoading: first }] = useLoginMutation();
  const [verifyCode, { isLoading: second }] = useLoginTwoFactorMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [setup, setSetup] = useState<PendingSetup | null>(null);
  const passkey = usePasskey();
  const submitting = first || second || passkey.asking;

  const errorTextOf = (error: unknown): string => {
    const ownText = isApiError(error) ? loginErrorText(error) : null;
    if (!ownText) return errorText(error, t('login.errors.unexpected'));
    const { text, ...values } = ownText;
    return t(`login.errors.${text}`, values);
  };
  const enter = (answer: SignedIn | null): void => {
    if (!answer?.user_key) return setFailure({ text: answer?.error ?? t('login.errors.no_key') });
    dispatch(startSession({ user_id: answer.id, role: answer.role }, answer.user_key));
    onSignedIn();
  };

  const submit = async (typed: string, password: string): Promise<void> => {
    if (submitting) return;
    setFailure(null);
    const email = typed.trim();
    const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { email, password, time_zone, ...(unlock !== undefined && { unlock }) };
    const { data = null, error } = await login(body);
    if (error) return setFailure({ text: errorTextOf(error), ...detailsOf(error, email) });
    if (data && 'challenge' in data) setChallenge(data);
    else if (data && 'setup_key' in data) setSetup({ ...data, password });
    else enter(data);
  };

  /** Shows why a passkey did not sign in; the first step has to be repeated where it is over. */
  const enterWithPasskey = (answered: PasskeyAnswer): void => {
    const { data = null, error, failure: refusal } = answered;
    if (!error && !refusal) return enter(data);
    setFailure({ text: passkey.textOf(answered) ?? errorTextOf(error) });
    if (isApiError(error) && error.code === 'challenge_expired') setChallenge(null);
  };
  const askForPasskey = async (): Promise<void> => {
    if (submitting) return;
    setFailure(null);
    enterWithPasskey(await passkey.ask(challenge?.challenge));
  };

  const verify = async (code: string): Promise<void> => {
    if (submitting || challenge === null) return;
    setFailure(null);
    const { data = null, error } = await verifyCode({ challenge: challenge.challenge, code });
    if (!error) return enter(data);
    setFailure({ text: errorTextOf(error) });
    // The first step has to be repeated.
    if (isApiError(error) && error.code === 'challenge_expired') setChallenge(null);
  };

  return {
    submit,
    verify,
    submitting,
    failure,
    fail: (text: string) => setFailure({ text, ofField: true }),
    forgive: () => setFailure((current) => (current?.ofField ? null : current)),
    asksCode: challenge !== null,
    methods: challenge?.methods ?? [],
    askForPasskey,
    askingForPasskey: passkey.asking,
    /** Waits until a passkey is chosen among what the browser fills into the fields. @returns whether the server has refused it */
    offerPasskeysInFields: async (): Promise<boolean> => {
      const answered = await passkey.offerInFields();
      // Somebody who closes the list signs in in another way.
      if (answered.failure) return false;
      enterWithPasskey(answered);
      return answered.error !== undefined;
    },
    setup,
    finishSetup: (): void => {
      if (setup) enter({ user_key: setup.setup_key, id: setup.id, role: setup.role });
    },
    /** Continues after a first step at an identity provider. */
    continueWith: (answer: SignedIn | Challenge): void =>
      'challenge' in answer ? setChallenge(answer) : enter(answer),
    restart: () => {
      setChallenge(null);
      setSetup(null);
      setFailure(null);
    },
  };
}

/**
 * Signs a user in in this tab: stores the session and clears the cache of the previous user. The user whose page stayed open goes on in
 * it, so the cache is refetched instead: without its data the forms would be closed.
 */
export const startSession =
  (session: Session, userKey: string) => (dispatch: Dispatch, getState: () => { session: SessionState }) => {
    const resumes = selectSuspendedSession(getState())?.user_id === session.user_id;
    if (!resumes) {
      clearSession();
      dispatch(baseApi.util.resetApiState());
    }
    writeSession(session, userKey);
    dispatch(sessionStarted(session));
    if (resumes) dispatch(baseApi.util.invalidateTags([...TAGS]));
  };

type LoginField = 'email' | 'password';
type LoginProblem = { field: LoginField; text: 'email_required' | 'email_invalid' | 'password_required' };

/** The three rules in their order; the first failure stops the attempt; see AUTH-13. */
export function checkLogin(email: string, password: string): LoginProblem | null {
  if (email.trim() === '') return { field: 'email', text: 'email_required' };
  if (!isEmail(email.trim())) return { field: 'email', text: 'email_invalid' };
  if (password.trim() === '') return { field: 'password', text: 'password_required' };
  return null;
}

/** Characters of an unreadable answer that are shown, so that an error page does not push the form away. */
const BODY_SHOWN = 200;

type LoginErrorText = { text: keyof (typeof auth)['login']['errors']; status: number; body: string };

/** The text of the error box; null where the server's text is shown; see AUTH-15. */
export function loginErrorText({ code, status, message, body = '' }: ApiError): LoginErrorText | null {
  const textOf = (text: LoginErrorText['text']): LoginErrorText => ({ text, status, body: body.slice(0, BODY_SHOWN) });
  if (code === 'unreadable') return textOf('unreadable');
  if (code === 'network') {
    if (/cors|cross-origin/i.test(body)) return textOf('cross_origin');
    // Browsers report a network failure as a TypeError; any other error has a message of its own.
    if (body === '' || body.startsWith('TypeError')) return textOf('network');
    const own = body.replace(/^\w*(Error|Exception)(: ?|$)/, '').trim();
    return own === '' ? textOf('unexpected') : { text: 'own', status, body: own.slice(0, BODY_SHOWN) };
  }
  if (message !== '') return null;
  return textOf(status > 0 ? 'status' : 'unexpected');
}

/** A session, the error of the server, or why the passkey did not answer. */
type PasskeyAnswer = { data?: SignedIn | null; error?: unknown; failure?: PasskeyFailure };

/**
 * Signs in with a passkey.
 * @returns `ask`: the whole exchange, with the challenge of a first step or without one; `textOf`: what is shown of a failure, null where the text of
 * another sign-in with this error is right
 */
function usePasskey() {
  const { t } = useTranslation('auth');
  const [begin] = useBeginPasskeySignInMutation();
  const [finish] = useFinishPasskeySignInMutation();
  const [asking, setAsking] = useState(false);

  const exchange = async (challenge: string | undefined, inFields: boolean): Promise<PasskeyAnswer> => {
    const { data: options, error } = await begin({ challenge });
    // Nobody has asked for what is only offered, so nothing is said about it.
    if (!options) return inFields ? { failure: 'failed' } : { error };
    const { answer, failure } = await askPasskey(options, inFields);
    if (!answer) return { failure };
    const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
    return finish({ response: answer, challenge, time_zone });
  };
  return {
    asking,
    ask: async (challenge?: string): Promise<PasskeyAnswer> => {
      setAsking(true);
      const answered = await exchange(challenge, false);
      setAsking(false);
      return answered;
    },
    /** Waits until a passkey is chosen among what the browser fills into the fields. */
    offerInFields: (): Promise<PasskeyAnswer> => exchange(undefined, true),
    textOf: ({ error, failure }: PasskeyAnswer): string | null => {
      if (failure) return t(`passkey.failures.${failure}`);
      switch (isApiError(error) ? error.code : null) {
        case 'wrong_credentials':
          return t('passkey.refused');
        case 'origin_refused':
          return t('passkey.failures.address');
        case 'unprocessable':
          return t('passkey.obstacles.address');
        case 'conflict':
          return t('passkey.none');
        default:
          return null;
      }
    },
  };
}
