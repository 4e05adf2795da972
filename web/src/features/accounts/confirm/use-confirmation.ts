import { CODE_LENGTH, CODE_RESEND_AFTER_S } from '@belfry/schemas/domain/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { confirmErrorText, resendErrorText, type ConfirmText, type Contact } from './confirm-errors.ts';
import { useCountdown } from './use-countdown.ts';
import { useExpiringState } from '../../../lib/timers.ts';

const RESENT_NOTICE_MS = 3_000;
/** `leadsToLogin`: nothing is left to confirm, and the last sentence says that one can sign in. */
type CodeError = { text: string; leadsToLogin: boolean };
/** The messages of a confirmation screen: an error until the code changes or the next attempt, or a success message, some of which expire. */
function useCodeNotices() {
  const [error, setError] = useState<CodeError | null>(null);
  const [news, show, clearNews] = useExpiringState<string>();
  return {
    error,
    news,
    fail: (text: string, { leadsToLogin = false } = {}) => {
      clearNews();
      setError({ text, leadsToLogin });
    },
    /** The code that the error is about has changed. */
    clearError: () => setError(null),
    showNotice: (text: string, { brief = false } = {}) => {
      setError(null);
      show(text, brief ? RESENT_NOTICE_MS : undefined);
    },
    clear: () => {
      setError(null);
      clearNews();
    },
  };
}

type Answer = { error?: unknown };

/** `wrong`: the server knows the code to be wrong; `failed`: it may be right, and can be tried again. */
type Outcome = 'accepted' | 'wrong' | 'failed';
const WRONG_CODE = 401;

/** The differences between email and phone. */
export type Confirmation = {
  contact: Contact;
  confirm: (code: string) => Promise<Answer>;
  resend: () => Promise<Answer>;
  /** When the last code was sent, in ms; null where none is known. Another one may be requested 100 s later. */
  sentAt: number | null;
  /** Called when a new code was sent. */
  onSent: () => void;
  /** Called for a right code: shows a message and leaves after a delay. */
  onRight: (show: (text: string) => void) => void;
};

/** The states of a code: entered, rejected or accepted, and sent again after the countdown; see REG-22 to REG-25. */
export function useConfirmation({ contact, confirm, resend, sentAt, onSent, onRight }: Confirmation) {
  const { t } = useTranslation('confirm');
  const errorText = useErrorMessage();
  const { error, news, fail, showNotice, clear, clearError } = useCodeNotices();
  const left = useCountdown(CODE_RESEND_AFTER_S, sentAt);
  const [phase, setPhase] = useState<'entering' | 'confirming' | 'resending' | 'done'>('entering');

  const refuse = (refusal: unknown, text: ConfirmText | undefined, fallback: string): void => {
    fail(text ? t(text) : errorText(refusal, fallback), { leadsToLogin: text?.endsWith('already_confirmed') ?? false });
  };

  const submit = async (code: string): Promise<Outcome> => {
    clear();
    if (code.length < CODE_LENGTH) {
      fail(t('incomplete'));
      return 'failed';
    }
    setPhase('confirming');
    const { error: refusal } = await confirm(code);
    setPhase(refusal ? 'entering' : 'done');
    if (!refusal) {
      onRight(showNotice);
      return 'accepted';
    }
    refuse(refusal, confirmErrorText(refusal, contact), t('failed'));
    return isApiError(refusal) && refusal.status === WRONG_CODE ? 'wrong' : 'failed';
  };

  /** Resolves to whether a new code was sent. */
  const again = async (): Promise<boolean> => {
    clear();
    setPhase('resending');
    const { error: refusal } = await resend();
    setPhase('entering');
    if (refusal) refuse(refusal, resendErrorText(refusal, contact), t('resend_failed'));
    else {
      onSent();
      showNotice(t(`${contact}.resent`), { brief: true });
    }
    return !refusal;
  };

  return { phase, left, error, news, submit, again, clearError };
}
