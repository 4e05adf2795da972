import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../../ui/toast.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useConfirmTwoFactorMutation, useEnrolTwoFactorMutation, type Enrolment } from '../two-factor-api.ts';
import { AppStep } from './app-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

/** Three steps: the password, the app and its first code, the recovery codes. Leaving before the last changes nothing. */
export function SetupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  const errorText = useErrorMessage();
  const [enrol, enrolling] = useEnrolTwoFactorMutation();
  const [confirm, confirming] = useConfirmTwoFactorMutation();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const begin = async (password: string): Promise<void> => {
    const { data } = await enrol({ password });
    if (data) setEnrolment(data);
  };
  const finish = async (code: string): Promise<void> => {
    const { data } = await confirm({ code });
    if (!data) return;
    setCodes(data);
    toast('success', t('setup.done'));
  };
  const errorOf = (error: unknown): string | null => (error === undefined ? null : errorText(error, t('failed')));
  return (
    <TwoFactorDialog title={t(codes ? 'recovery.title' : 'setup.title')} onClose={onClose} sticky={codes !== null}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : enrolment ? (
        <AppStep
          enrolment={enrolment}
          busy={confirming.isLoading}
          error={errorOf(confirming.error)}
          onSubmit={(code) => void finish(code)}
        />
      ) : (
        <PasswordStep
          lead={t('setup.password_lead')}
          submitLabel={t('next')}
          busy={enrolling.isLoading}
          error={errorOf(enrolling.error)}
          onSubmit={(password) => void begin(password)}
        />
      )}
    </TwoFactorDialog>
  );
}
