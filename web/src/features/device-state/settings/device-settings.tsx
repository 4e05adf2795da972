import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { DialogContent } from './components/dialog-content.tsx';
import classes from './device-settings.module.css';

/** Device Settings: players, network, system and what the device reports; see SET-1. */
export function DeviceSettings({ serial, onClose }: { serial: Serial; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('device-settings');
  const mobile = useMobile();
  const title = (
    <>
      {t('title')} <span className={classes.serial}>{serial}</span>
    </>
  );
  return (
    <FormDialog title={title} size={760} fullScreen={mobile} param="settings" onClose={onClose}>
      {(parts) => <DialogContent serial={serial} {...parts} />}
    </FormDialog>
  );
}
