import { maskPhone } from '@belfry/schemas/domain/phone';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useDelayed } from '../../lib/use-delayed.ts';
import { useServerWords } from '../auth/server-words.ts';
import { CodeScreen } from './components/code-screen.tsx';
import { useConfirmPhoneMutation, useResendPhoneMutation } from './confirm-api.ts';
import { confirmErrorText, resendErrorText } from './confirm-errors.ts';
import { readConfirmState } from './confirm-state.ts';
import { useCodeNotices } from './use-code-notices.ts';

const LEAVE_AFTER_MS = 2_000;
/** Sending again takes at least so long on screen (specification 000 §4). */
const RESEND_MS = 1_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The code of the SMS; without a phone in the navigation state there is nothing to confirm (specification 000 §2). */
export function ConfirmPhonePage() {
  const { phone } = readConfirmState(useLocation().state);
  return phone === undefined ? <Navigate to="/login" replace /> : <ConfirmPhone phone={phone} />;
}

function ConfirmPhone({ phone }: { phone: string }) {
  const { t } = useTranslation('confirm');
  const navigate = useNavigate();
  const later = useDelayed();
  const words = useServerWords();
  const notices = useCodeNotices();
  const [confirm, { isLoading: confirming }] = useConfirmPhoneMutation();
  const [resend] = useResendPhoneMutation();
  const [resending, setResending] = useState(false);
  const [done, setDone] = useState(false);

  const onConfirm = async (code: string): Promise<boolean> => {
    const { error } = await confirm({ phone, code });
    if (error) {
      const text = confirmErrorText(error);
      notices.fail(text ? t(`errors.${text}`) : words(error, t('failed')));
      return false;
    }
    setDone(true);
    notices.tell(t('phone.done'));
    later(() => void navigate('/login', { replace: true }), LEAVE_AFTER_MS);
    return true;
  };
  const onResend = async (): Promise<boolean> => {
    notices.clear();
    setResending(true);
    const [{ error }] = await Promise.all([resend(phone), pause(RESEND_MS)]);
    setResending(false);
    if (error) {
      const text = resendErrorText(error);
      notices.fail(text ? t(`errors.${text}`) : words(error, t('resend_failed')));
      return false;
    }
    notices.tell(t('phone.resent'), { brief: true });
    return true;
  };
  return (
    <CodeScreen
      title={t('phone.title')}
      lead={<Trans t={t} i18nKey="phone.lead" values={{ phone: maskPhone(phone) }} components={{ b: <b /> }} />}
      notices={notices}
      confirming={confirming}
      resending={resending}
      done={done}
      onConfirm={onConfirm}
      onResend={onResend}
    />
  );
}
