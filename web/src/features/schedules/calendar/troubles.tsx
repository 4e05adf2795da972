import { Link } from 'react-router';
import { Dot } from '../../../kit/list/index.ts';
import { useOpened } from '../../../kit/detail/index.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { changedAddress, useScheduleAddress, useScheduleOwner } from '../../places/index.ts';
import { isIn } from '../plans/plan-filters.ts';
import { useGetDayProgrammeProblemsQuery, useGetSchedulesQuery } from '../schedules-api.ts';
import classes from './calendar.module.css';

const NAMED = 3;

/** One line for what is not heard everywhere, and one for music that plays nothing; see SCHED-22. */
export function Troubles() {
  const { t } = useTranslation('calendar');
  const describe = useReasonText();
  const owner = useScheduleOwner();
  const { address } = useScheduleAddress();
  const { to } = useOpened();
  const { data: plans = [] } = useGetSchedulesQuery(owner);
  const { data: windows = [] } = useGetDayProgrammeProblemsQuery(owner);
  const unheard = plans.filter((plan) => isIn.problem(plan, 0));
  const list = changedAddress(address, { view: 'list', state: 'problem', date: null });
  return (
    <>
      {unheard.length > 0 && (
        <output className={classes.trouble}>
          <Dot state="look" text={t('trouble.plans', { count: unheard.length })} hidden />{' '}
          <Link to={`?${list}`}>{t('trouble.plans', { count: unheard.length })}</Link>
          {`: ${unheard
            .slice(0, NAMED)
            .map(({ name, problem }) => `${name} (${describe(problem ?? '')})`)
            .join(', ')}`}
        </output>
      )}
      {windows.length > 0 && (
        <output className={classes.trouble}>
          <Dot state="look" text={t('trouble.music', { count: windows.length })} hidden />{' '}
          {t('trouble.music', { count: windows.length })}
          {': '}
          {windows.slice(0, NAMED).map(({ company_id, node, from, name, problem }, index) => (
            <span key={`${company_id} ${from} ${name}`}>
              {index > 0 && ', '}
              <Link to={to(`music:${company_id}`)} preventScrollReset>
                {node}, {from}
              </Link>
              {` ${name} (${describe(problem)})`}
            </span>
          ))}
        </output>
      )}
    </>
  );
}
