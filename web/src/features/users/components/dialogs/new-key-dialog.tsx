import { useTranslation } from 'react-i18next';
import { KeyDialog } from '../../../../ui/dialogs/key-dialog.tsx';
import type { NewKey } from '../../use-user-actions.ts';

/** The new key of a user. */
export function NewKeyDialog({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  const { t } = useTranslation('users-admin');
  return (
    <KeyDialog
      secret={made?.key ?? null}
      title={t('key.title')}
      label={t('key.label')}
      copyLabel={t('key.copy')}
      onClose={onClose}
    >
      {t('key.lead', { name: made?.user.name })}
    </KeyDialog>
  );
}
