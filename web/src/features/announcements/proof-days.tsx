import { useTranslation } from '../../lib/translation.ts';
import type { ProofDay, ProofCounts } from '@belfry/schemas/http/announcements/proof-of-play';
import { useLocale } from '../../lib/i18n.ts';
import { formatCount } from '../../lib/format.ts';
import { useGetProofDaysQuery, type ProofRange } from './announcements-api.ts';
import classes from './announcements.module.css';

const PARTS = ['heard', 'not_heard', 'silent'] as const;

/** How much of each day was heard, as a bar, with the sum of all days. */
export function ProofDays({ range }: { range: ProofRange }) {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  const countsText = useCountsText();
  const { data } = useGetProofDaysQuery(range);
  if (!data || data.length === 0) return null;
  const dayOf = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const most = Math.max(...data.map(({ expected }) => expected));
  return (
    <figure className={classes.figure} aria-label={t('proof.days')}>
      <figcaption className={classes.total}>{countsText(sumOf(data))}</figcaption>
      <ul className={classes.days}>
        {data.map(({ day, ...counts }) => {
          const text = `${dayOf.format(new Date(day))}: ${countsText(counts)}`;
          return (
            <li key={day} className={classes.day} title={text}>
              <span className={classes.text}>{text}</span>
              <span aria-hidden className={classes.bar} style={{ height: `${(counts.expected / most) * 100}%` }}>
                {PARTS.map((part) => (
                  <span key={part} className={classes[part]} style={{ flexGrow: counts[part] }} />
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

const sumOf = (days: readonly ProofDay[]): Omit<ProofDay, 'day'> =>
  days.reduce(
    (sum, { expected, heard, not_heard, silent }) => ({
      expected: sum.expected + expected,
      heard: sum.heard + heard,
      not_heard: sum.not_heard + not_heard,
      silent: sum.silent + silent,
    }),
    { expected: 0, heard: 0, not_heard: 0, silent: 0 },
  );

const KINDS = ['expected', 'heard', 'not_heard', 'silent'] as const;

/** Writes counts as "expected 60, heard 58, nothing reported 2"; what is 0 is left out, except the first two. */
export function useCountsText(): (counts: ProofCounts) => string {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (counts) =>
    KINDS.filter((kind, index) => index < 2 || counts[kind] > 0)
      .map((kind) => t(`proof.counts.${kind}`, { formatted: formatCount(counts[kind], locale) }))
      .join(', ');
}
