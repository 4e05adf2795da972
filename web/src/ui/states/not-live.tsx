import { useConnection } from '../../lib/mqtt/connection-slice.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Notice } from './notice.tsx';

/** Warns that the live connection is away, so that devices may not hear what is sent now; see SHELL-43. */
export function NotLive() {
  const { t } = useTranslation('ui');
  const { state } = useConnection();
  if (state === 'live' || state === 'connecting') return null;
  return <Notice tone="error">{t('not_live')}</Notice>;
}
