import { ActivityItem } from '../../../features/activity/index.ts';
import { useGetActivityInfiniteQuery } from '../../../features/activity/activity-api.ts';
import { Rows } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from './home.module.css';

const SHOWN = 4;

/** What needs somebody, the worst first; at one place, or at all. Nothing where nothing does. */
export function Needs({ placeId }: { placeId?: number }) {
  const { t } = useTranslation('home');
  const { data } = useGetActivityInfiniteQuery({
    view: 'needs',
    limit: SHOWN,
    ...(placeId !== undefined && { company_id: placeId }),
  });
  const [first] = data?.pages ?? [];
  if (!first || first.rows.length === 0) return null;
  return (
    <section aria-label={t('needs.title')}>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('needs.title')}</h2>
        <TextLink to="/activity?view=needs">{t('needs.all', { count: first.needs ?? first.rows.length })}</TextLink>
      </div>
      <Rows label={t('needs.title')} rows={first.rows} keyOf={({ id }) => id} empty={null}>
        {(row) => <ActivityItem row={row} to={`/activity?view=needs&open=${row.id}`} isOpen={false} />}
      </Rows>
    </section>
  );
}
