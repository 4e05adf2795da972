import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import classes from './fleet-overview.module.css';

type Props = { label: string; count: number; tone: string; of?: number; to?: string };

/** One count with its share of the whole; a link where a filter shows these devices. */
export function CountTile({ label, count, tone, of, to }: Props) {
  const { t } = useTranslation('fleet');
  const locale = useLocale();
  const share = of === undefined || of === 0 ? null : formatPercent((count / of) * 100, locale);
  const content = (
    <>
      <span className={classes.label}>
        <span className={classes.dot} style={{ background: tone }} aria-hidden />
        {label}
      </span>
      <span className={classes.count}>
        <strong className="tabular">{formatCount(count, locale)}</strong>
        {share !== null && <span className={classes.share}>{t('share', { share })}</span>}
      </span>
    </>
  );
  return to === undefined ? (
    <div className={classes.tile}>{content}</div>
  ) : (
    <Link to={to} className={classes.tile}>
      {content}
    </Link>
  );
}
