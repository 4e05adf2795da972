import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';
import { useGetProfileQuery } from '../../../../lib/session/auth-api.ts';
import { DisableDialog } from './disable-dialog.tsx';
import { SetupDialog } from './setup-dialog.tsx';

/** Two-factor sign-in as a switch, which changes when the dialog that it opens has succeeded. */
export function TwoFactorToggle() {
  const { t } = useTranslation('two-factor');
  const { data: profile } = useGetProfileQuery();
  const [dialog, setDialog] = useState<'setup' | 'disable' | null>(null);
  const close = (): void => setDialog(null);
  return (
    <>
      <SwitchRow
        label={t('title')}
        description={t('lead')}
        checked={profile?.two_factor ?? false}
        disabled={!profile}
        onChange={() => setDialog(profile?.two_factor ? 'disable' : 'setup')}
      />
      {dialog === 'setup' && <SetupDialog onClose={close} />}
      {dialog === 'disable' && <DisableDialog onClose={close} />}
    </>
  );
}
