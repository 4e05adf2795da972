import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useDelayed } from '../../lib/use-delayed.ts';
import type { LoginState } from '../../lib/login-state.ts';
import { clearDraft } from '../../lib/registration-draft.ts';
import { CodeScreen } from './components/code-screen.tsx';
import { useConfirmEmailMutation, useResendEmailMutation } from './confirm-api.ts';
import { readConfirmState, type ConfirmState } from '../../lib/confirm-state.ts';

const GO_ON_AFTER_MS = 1_500;
const TO_PHONE_AFTER_MS = 2_000;

/** The code of the mail; without an address in the navigation state there is nothing to confirm; see REG-21. */
export function ConfirmEmailPage() {
  const { email, phone, userId, fromLogin } = readConfirmState(useLocation().state);
  if (email === undefined) return <Navigate to="/login" replace />;
  return <ConfirmEmail email={email} phone={phone} userId={userId} fromLogin={fromLogin} />;
}

type Props = { email: string; phone: string | undefined; userId: number | undefined; fromLogin: boolean };

function ConfirmEmail({ email, phone, userId, fromLogin }: Props) {
  const { t } = useTranslation('confirm');
  const navigate = useNavigate();
  const later = useDelayed();
  const [confirm] = useConfirmEmailMutation();
  const [resend] = useResendEmailMutation();

  const goOn = (say: (text: string) => void): void => {
    if (fromLogin) {
      const state: LoginState = { message: t('email.done_login') };
      return void navigate('/login', { replace: true, state });
    }
    say(t('email.sms_sent'));
    const state: ConfirmState = { phone, userId, fromLogin: false };
    later(() => void navigate('/confirm-phone', { replace: true, state }), TO_PHONE_AFTER_MS);
  };
  return (
    <CodeScreen
      contact="email"
      address={email}
      confirm={(code) => confirm({ email, code, user_id: userId })}
      resend={() => resend(email)}
      onRight={(say) => {
        clearDraft();
        say(t('email.done'));
        later(() => goOn(say), GO_ON_AFTER_MS);
      }}
    />
  );
}
