import { CODE_LENGTH, CODE_RESEND_AFTER_S } from '@belfry/schemas/domain/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import { confirmErrorText, resendErrorText, type Contact } from './confirm-errors.ts';
import { useCodeNotices } from './use-code-notices.ts';
import { useCountdown } from './use-countdown.ts';

type Answer = { error?: unknown };

/** The differences between email and phone. */
export type Confirmation = {
  contact: Contact;
  confirm: (code: string) => Promise<Answer>;
  resend: () => Promise<Answer>;
  /** Whether a code was sent just now; otherwise another one may be requested at once. */
  isSent?: boolean;
  /** Called for a right code: shows a message and leaves after a delay. */
  onRight: (show: (text: string) => void) => void;
};

/** The states of a code: entered, rejected or accepted, and sent again after the countdown; see REG-22 to REG-25. */
export function useConfirmation({ contact, confirm, resend, isSent = true, onRight }: Confirmation) {
  const { t } = useTranslation('confirm');
  const errorText = useErrorMessage();
  const { error, news, fail, showNotice, clear } = useCodeNotices();
  const { left, restart } = useCountdown(CODE_RESEND_AFTER_S, isSent);
  const [phase, setPhase] = useState<'entering' | 'confirming' | 'resending' | 'done'>('entering');

  /** Resolves to whether the code was accepted. */
  const submit = async (code: string): Promise<boolean> => {
    clear();
    if (code.length < CODE_LENGTH) {
      fail(t('incomplete'));
      return false;
    }
    setPhase('confirming');
    const { error: refusal } = await confirm(code);
    setPhase(refusal ? 'entering' : 'done');
    if (refusal) {
      const text = confirmErrorText(refusal, contact);
      fail(text ? t(text) : errorText(refusal, t('failed')));
    } else onRight(showNotice);
    return !refusal;
  };

  /** Resolves to whether a new code was sent. */
  const again = async (): Promise<boolean> => {
    clear();
    setPhase('resending');
    const { error: refusal } = await resend();
    setPhase('entering');
    if (refusal) {
      const text = resendErrorText(refusal, contact);
      fail(text ? t(text) : errorText(refusal, t('resend_failed')));
    } else {
      restart();
      showNotice(t(`${contact}.resent`), { brief: true });
    }
    return !refusal;
  };

  return { phase, left, error, news, submit, again };
}
