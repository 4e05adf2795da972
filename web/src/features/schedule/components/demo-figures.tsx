import { useTranslation } from 'react-i18next';
import { DEMO_FIGURES } from '../demo-figures.ts';
import classes from './demo-figures.module.css';

const NAMES = ['active', 'upcoming', 'total'] as const;

/** Three example figures. */
export function DemoFigures() {
  const { t } = useTranslation('schedule');
  return (
    <dl className={classes.figures}>
      {NAMES.map((name) => (
        <div key={name} className={classes[name]}>
          <dt>{t(`overview.${name}`)}</dt>
          <dd>{DEMO_FIGURES[name]}</dd>
        </div>
      ))}
    </dl>
  );
}
