import { CODE_LENGTH, CODE_RESEND_AFTER_S, CODE_TTL_MS } from '@belfry/schemas/domain/account';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useExpiringState, useNow } from '../../../lib/timers.ts';
import type confirm from '../../../locales/en/confirm.json';

const RESENT_NOTICE_MS = 3_000;
/** `leadsToLogin`: nothing is left to confirm, and the last sentence says that one can sign in. */
type CodeError = { text: string; leadsToLogin: boolean };
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

export type Confirmation = {
  contact: Contact;
  confirm: (code: string) => Promise<Answer>;
  resend: () => Promise<Answer>;
  /** When the last code was sent, in ms; null where none is known. Another one may be requested 100 s later. */
  sentAt: number | null;
  onSent: () => void;
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

/** Seconds from `total` at `startedAt` (ms) down to 0; 0 without a start. Computed from the clock, because background tabs skip timer ticks. */
function useCountdown(total: number, startedAt: number | null): number {
  const now = useNow();
  return startedAt === null ? 0 : secondsLeft(startedAt + total * 1_000, now, total);
}

/** Whether a code that was sent at `sentAt` (ms) can still be entered; null where none is known. */
export function useIsUnderWay(sentAt: number | null): boolean {
  const now = useNow();
  return sentAt !== null && now - sentAt < CODE_TTL_MS;
}

/** Colour of the remaining time; see REG-23. */
export function countdownTone(seconds: number): 'success' | 'device' | 'error' {
  if (seconds > 20) return 'success';
  return seconds > 10 ? 'device' : 'error';
}

/** 100 → `1:40`. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Whole seconds until `endsAt` (ms), at most `total`, because the shared clock may lag by a tick. */
export const secondsLeft = (endsAt: number, now: number, total: number): number =>
  Math.min(total, Math.max(0, Math.ceil((endsAt - now) / 1_000)));

export type Contact = 'email' | 'phone';
type ErrorText = `errors.${keyof (typeof confirm)['errors']}`;
type ConfirmText = ErrorText | `${Contact}.already_confirmed`;

const CONFIRM_TEXTS: Partial<Record<number, ErrorText>> = {
  400: 'errors.format',
  401: 'errors.wrong',
  404: 'errors.unknown_user',
  500: 'errors.server',
};
const RESEND_TEXTS: Partial<Record<number, ErrorText>> = {
  404: 'errors.resend_unknown_user',
  500: 'errors.resend_server',
};

/** The text for a rejected code; undefined where the server's text is shown; see REG-25. */
export function confirmErrorText(error: unknown, contact: Contact): ConfirmText | undefined {
  if (!isApiError(error)) return undefined;
  // The same sentence as the server's, in the language of the page.
  return error.code === 'conflict' ? `${contact}.already_confirmed` : CONFIRM_TEXTS[error.status];
}

export function resendErrorText(error: unknown, contact: Contact): ConfirmText | undefined {
  if (!isApiError(error)) return undefined;
  const { status, code, message } = error;
  if (status === 400 && /already[ _]confirmed/i.test(`${code} ${message}`)) return `${contact}.already_confirmed`;
  return RESEND_TEXTS[status];
}
