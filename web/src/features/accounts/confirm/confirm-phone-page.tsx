import { maskPhone } from '@belfry/schemas/domain/phone';
import { useTimeout } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { CodeScreen } from './components/code-screen.tsx';
import { useConfirmPhoneMutation, useResendPhoneMutation } from './confirm-api.ts';
import type { LoginState } from '../../../lib/session/sign-in-state.ts';
import { readConfirmState } from '../../../lib/session/registration-draft.ts';

const LEAVE_AFTER_MS = 2_000;
/** The shortest time for which sending again is shown; see REG-23. */
const RESEND_MS = 1_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Confirms the code of the SMS; without a phone in the navigation state it redirects; see REG-21. */
export function ConfirmPhonePage() {
  const { phone, email, userId } = readConfirmState(useLocation().state);
  if (phone === undefined) return <Navigate to="/login" replace />;
  return <ConfirmPhone phone={phone} email={email} userId={userId} />;
}

type Props = { phone: string; email: string | undefined; userId: number | undefined };

function ConfirmPhone({ phone, email, userId }: Props) {
  const { t } = useTranslation('confirm');
  const navigate = useNavigate();
  const leave = useTimeout(() => {
    const state: LoginState = { email };
    void navigate('/login', { replace: true, state });
  }, LEAVE_AFTER_MS);
  const [confirm] = useConfirmPhoneMutation();
  const [resend] = useResendPhoneMutation();
  return (
    <CodeScreen
      contact="phone"
      recipient={phone}
      address={maskPhone(phone)}
      email={email}
      fromLogin={false}
      confirm={(code) => confirm({ phone, code, user_id: userId })}
      resend={async () => (await Promise.all([resend({ phone }), pause(RESEND_MS)]))[0]}
      onRight={(show) => {
        show(t('phone.done'));
        leave.start();
      }}
    />
  );
}
