import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useRenewRecoveryCodesMutation } from '../two-factor-api.ts';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

/** Replaces the recovery codes; the old ones become invalid. */
export function RenewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  const errorText = useErrorMessage();
  const [renew, { error, isLoading }] = useRenewRecoveryCodesMutation();
  const [codes, setCodes] = useState<string[] | null>(null);
  const submit = async (password: string): Promise<void> => {
    const { data } = await renew({ password });
    if (data) setCodes(data);
  };
  return (
    <TwoFactorDialog title={t(codes ? 'recovery.title' : 'renew.open')} onClose={onClose} sticky={codes !== null}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <PasswordStep
          lead={t('renew.lead')}
          submitLabel={t('renew.submit')}
          busy={isLoading}
          error={error === undefined ? null : errorText(error, t('failed'))}
          onSubmit={(password) => void submit(password)}
        />
      )}
    </TwoFactorDialog>
  );
}
