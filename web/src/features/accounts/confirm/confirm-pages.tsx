import { useTimeout } from '@mantine/hooks';
import { useTranslation } from '../../../lib/translation.ts';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { LoginState } from '../../../lib/session/sign-in-state.ts';
import {
  clearDraft,
  writeCodeSent,
  readConfirmState,
  type ConfirmState,
} from '../../../lib/session/registration-draft.ts';
import { CodeScreen } from './code-screen.tsx';
import {
  useConfirmEmailMutation,
  useResendEmailMutation,
  useConfirmPhoneMutation,
  useResendPhoneMutation,
} from './confirm-api.ts';
import { maskPhone } from '@belfry/schemas/domain/phone';

const GO_ON_AFTER_MS = 1_500;
const TO_PHONE_AFTER_MS = 2_000;

/** Confirms the code of the email; without an address in the navigation state it redirects; see REG-21. */
export function ConfirmEmailPage() {
  const { email, phone, userId, from, fromLogin } = readConfirmState(useLocation().state);
  if (email === undefined) return <Navigate to="/login" replace />;
  return <ConfirmEmail {...{ email, phone, userId, from, fromLogin }} />;
}

type ConfirmEmailPageProps = {
  email: string;
  phone: string | undefined;
  userId: number | undefined;
  from: string | undefined;
  fromLogin: boolean;
};

function ConfirmEmail({ email, phone, userId, from, fromLogin }: ConfirmEmailPageProps) {
  const { t } = useTranslation('confirm');
  const navigate = useNavigate();
  const [confirm] = useConfirmEmailMutation();
  const [resend] = useResendEmailMutation();

  const toPhone = useTimeout(() => {
    const state: ConfirmState = { email, phone, userId, from, fromLogin: false };
    void navigate('/confirm-phone', { replace: true, state });
  }, TO_PHONE_AFTER_MS);
  const goOn = useTimeout((show: (text: string) => void): void => {
    if (fromLogin) {
      const state: LoginState = { message: t('email.done_login'), email };
      return void navigate('/login', { replace: true, state });
    }
    show(t('email.sms_sent'));
    toPhone.start();
  }, GO_ON_AFTER_MS);
  return (
    <CodeScreen
      contact="email"
      recipient={email}
      address={email}
      email={email}
      fromLogin={fromLogin}
      confirm={(code) => confirm({ email, code, user_id: userId })}
      resend={() => resend({ email })}
      onRight={(show) => {
        clearDraft();
        // The server has sent the next one; see REG-19.
        if (phone !== undefined) writeCodeSent(phone);
        show(t('email.done'));
        goOn.start(show);
      }}
    />
  );
}

const LEAVE_AFTER_MS = 2_000;
/** The shortest time for which sending again is shown; see REG-23. */
const RESEND_MS = 1_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Confirms the code of the SMS; without a phone in the navigation state it redirects; see REG-21. */
export function ConfirmPhonePage() {
  const { phone, email, userId, from } = readConfirmState(useLocation().state);
  if (phone === undefined) return <Navigate to="/login" replace />;
  return <ConfirmPhone {...{ phone, email, userId, from }} />;
}

type ConfirmPhonePageProps = {
  phone: string;
  email: string | undefined;
  userId: number | undefined;
  from: string | undefined;
};

function ConfirmPhone({ phone, email, userId, from }: ConfirmPhonePageProps) {
  const { t } = useTranslation('confirm');
  const navigate = useNavigate();
  const leave = useTimeout(() => {
    const state: LoginState = { email, from };
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
