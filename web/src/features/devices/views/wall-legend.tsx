import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { countStates, WALL_STATES } from './wall-state.ts';
import { WallShape } from './wall-tile.tsx';
import type { Wall } from './wall-api.ts';
import classes from './wall.module.css';

/** What the shapes mean and how many devices have each: the wall as a text, too. */
export function WallLegend({ wall }: { wall: Wall }) {
  const { t } = useTranslation('device-views');
  const locale = useLocale();
  const counts = countStates(Object.values(wall.devices));
  const [shown, total] = [wall.order.length, wall.total].map((count) => formatCount(count, locale));
  return (
    <div className={classes.legend}>
      <ul className={classes.states} aria-label={t('legend')}>
        {WALL_STATES.map((state) => (
          <li key={state}>
            <WallShape state={state} />
            {t(`state.${state}`)} <b>{formatCount(counts[state], locale)}</b>
          </li>
        ))}
      </ul>
      <span>
        {wall.total > wall.order.length ? t('first', { shown, total }) : t('all', { total, count: wall.total })}
      </span>
    </div>
  );
}
