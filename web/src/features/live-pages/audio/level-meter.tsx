import { useTranslation } from '../../../lib/translation.ts';
import { useStore, type Store } from '../store.ts';
import { meterOf, type Level } from './level.ts';
import classes from './level-meter.module.css';

/** Renders with each frame, alone. */
export function LevelMeter({ level }: { level: Pick<Store<Level>, 'get' | 'subscribe'> }) {
  const { t } = useTranslation('live-pages');
  const { peak, clipped } = useStore(level);
  const percent = Math.round(meterOf(peak) * 100);
  return (
    <div className={classes.frame}>
      <meter className={classes.meter} aria-label={t('microphone.level')} min={0} max={100} value={percent} />
      <div aria-hidden className={classes.track} data-clipped={clipped || undefined}>
        <div className={classes.bar} style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <output className={classes.note}>{clipped && t('microphone.clipped')}</output>
    </div>
  );
}
