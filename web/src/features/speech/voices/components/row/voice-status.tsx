import { useTranslation } from 'react-i18next';
import { StatusText } from '../../../../../ui/devices/device-marks.tsx';

/** A dot and its text: active or blocked. */
export function VoiceStatus({ blocked }: { blocked: boolean }) {
  const { t } = useTranslation('voices');
  return (
    <StatusText status={blocked ? 'offline' : 'online'}>{t(blocked ? 'status.blocked' : 'status.active')}</StatusText>
  );
}
