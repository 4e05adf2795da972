import { ClientVersions } from '../../../features/firmware/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The software of loudspeakers, and how it gets to them. */
export function SoftwarePage() {
  const { t } = useTranslation('settings');
  return (
    <SettingsFrame title={t('pages.software')}>
      <ClientVersions Frame={PageSection} />
    </SettingsFrame>
  );
}
