import { useContext } from 'react';
import { useSelector } from 'react-redux';
import { useGetActivityInfiniteQuery } from '../../../features/activity/activity-api.ts';
import { ActivityItem } from '../../../features/activity/index.ts';
import { Rows } from '../../../kit/list/index.ts';
import { dateLocale } from '../../../lib/browser-habits.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { selectSession } from '../../../lib/session/session-slice.ts';
import { TimeZone } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useToday } from './today.tsx';
import classes from './home.module.css';

const BACK_MS = 3 * 86_400_000;
/** Rows that are looked through, and those of them that are listed. */
const [ASKED, SHOWN] = [50, 4];
/** What is heard, and where. */
const KINDS = /^(company|bells|timetable|day_programme|schedule|library|group|alarm_rule|holidays)\./;

/** What others have changed in the last days. Nothing where nobody has. */
export function Changed() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const zone = useContext(TimeZone);
  const me = useSelector(selectSession)?.user_id;
  const { startsAt } = useToday();
  const since = startsAt - BACK_MS;
  const { data } = useGetActivityInfiniteQuery({ view: 'changes', limit: ASKED, from: new Date(since).toISOString() });
  const rows = (data?.pages[0]?.rows ?? []).flatMap((row) => {
    if (row.kind !== 'change') return [];
    const { actor, action } = row.change;
    return actor !== null && actor.user_id !== me && KINDS.test(action) ? [row] : [];
  });
  if (rows.length === 0) return null;
  const written = (style: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(dateLocale(locale), { ...style, timeZone: zone }).format(since);
  const title = t('changed', { day: written({ weekday: 'long' }), date: written({ day: 'numeric', month: 'long' }) });
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <Rows label={title} rows={rows.slice(0, SHOWN)} keyOf={({ id }) => id} empty={null}>
        {(row) => <ActivityItem row={row} to={`/activity?view=changes&open=${row.id}`} isOpen={false} />}
      </Rows>
    </section>
  );
}
