import { useTranslation } from 'react-i18next';
import classes from './voice-cells.module.css';

/** A dot and its text: active or blocked. */
export function VoiceStatus({ blocked }: { blocked: boolean }) {
  const { t } = useTranslation('voices');
  return (
    <span className={classes.status} data-blocked={blocked || undefined}>
      <span className={classes.dot} aria-hidden />
      {t(blocked ? 'status.blocked' : 'status.active')}
    </span>
  );
}
