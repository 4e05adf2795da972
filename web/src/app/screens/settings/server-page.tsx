import { BackupsGroup } from '../../../features/backups/index.ts';
import { LogLevelGroup } from '../../../features/shell/settings/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** What whoever operates the installation cares for. */
export function ServerPage() {
  const { t } = useTranslation('settings');
  return (
    <SettingsFrame title={t('pages.server')}>
      <BackupsGroup />
      <LogLevelGroup />
    </SettingsFrame>
  );
}
