import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useDelayed } from '../../lib/use-delayed.ts';
import type { LoginState } from '../auth/login-state.ts';
import { useServerWords } from '../auth/server-words.ts';
import { CodeScreen } from './components/code-screen.tsx';
import { useConfirmEmailMutation, useResendEmailMutation } from './confirm-api.ts';
import { confirmErrorText, resendErrorText } from './confirm-errors.ts';
import { readConfirmState, type ConfirmState } from './confirm-state.ts';
import { useCodeNotices } from './use-code-notices.ts';

const GO_ON_AFTER_MS = 1_500;
const TO_PHONE_AFTER_MS = 2_000;

/** The code of the mail; without an address in the navigation state there is nothing to confirm (specification 000 §2). */
export function ConfirmEmailPage() {
  const { email, phone, fromLogin } = readConfirmState(useLocation().state);
  if (email === undefined) return <Navigate to="/login" replace />;
  return <ConfirmEmail email={email} phone={phone} fromLogin={fromLogin} />;
}

type Props = { email: string; phone: string | undefined; fromLogin: boolean };

function ConfirmEmail({ email, phone, fromLogin }: Props) {
  const { t } = useTranslation('confirm');
  const navigate = useNavigate();
  const later = useDelayed();
  const words = useServerWords();
  const notices = useCodeNotices();
  const [confirm, { isLoading: confirming }] = useConfirmEmailMutation();
  const [resend, { isLoading: resending }] = useResendEmailMutation();
  const [done, setDone] = useState(false);

  const goOn = (): void => {
    if (fromLogin) {
      const state: LoginState = { message: t('email.done_login') };
      return void navigate('/login', { replace: true, state });
    }
    notices.tell(t('email.sms_sent'));
    const state: ConfirmState = { phone, fromLogin: false };
    later(() => void navigate('/confirm-phone', { replace: true, state }), TO_PHONE_AFTER_MS);
  };
  const onConfirm = async (code: string): Promise<boolean> => {
    const { error } = await confirm({ email, code });
    if (error) {
      const text = confirmErrorText(error);
      notices.fail(text ? t(`errors.${text}`) : words(error, t('failed')));
      return false;
    }
    setDone(true);
    notices.tell(t('email.done'));
    later(goOn, GO_ON_AFTER_MS);
    return true;
  };
  const onResend = async (): Promise<boolean> => {
    notices.clear();
    const { error } = await resend(email);
    if (error) {
      const text = resendErrorText(error);
      notices.fail(text ? t(`errors.${text}`) : words(error, t('resend_failed')));
      return false;
    }
    notices.tell(t('email.resent'), { brief: true });
    return true;
  };
  return (
    <CodeScreen
      title={t('email.title')}
      lead={<Trans t={t} i18nKey="email.lead" values={{ email }} components={{ b: <b /> }} />}
      notices={notices}
      confirming={confirming}
      resending={resending}
      done={done}
      onConfirm={onConfirm}
      onResend={onResend}
    />
  );
}
