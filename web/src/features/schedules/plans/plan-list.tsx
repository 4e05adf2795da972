import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useSelector } from 'react-redux';
import { type ListHead, Row, Rows, type RowState, TickedBar, ticksOf } from '../../../kit/list/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useLocalTimes, wallTime } from '../../../lib/local-time.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { useRuleText } from '../../../lib/repeat.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { TimeZone, useOtherCity } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { DotsMenu } from '../../../ui/dots-menu.tsx';
import { useSelection } from '../../../ui/lists/selection.tsx';
import { SchedulePlace, useScheduleAddress, useScheduleOwner, useSchedulePlace } from '../../places/index.ts';
import { useMay } from '../../teams/teams-api.ts';
import { SCHEDULE_TYPES, useTypeText } from '../schedule-values.ts';
import { useDeleteScheduleMutation, useEditScheduleMutation, useGetSchedulesQuery } from '../schedules-api.ts';
import { filtersOf, listedOf, type PlanFilters, STATES } from './plan-filters.ts';
import { PlanMenu } from './plan-menu.tsx';
import classes from '../schedules.module.css';

const SELECTED_MAX = 100;

type Props = {
  /** The address of the editor of a plan. */
  to: (plan: number) => string;
  /** The head of the page around it: it gets what the list adds. */
  head: (parts: Pick<Parameters<typeof ListHead>[0], 'search' | 'chips' | 'filter' | 'count'>) => ReactNode;
  /** Where nothing is planned. */
  create: ReactNode;
};

/** All plans, what is not heard first; found, filtered, switched and deleted, also many at once; see PLAN-5. */
export function PlanList({ to, head, create }: Props) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const { address, go } = useScheduleAddress();
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useGetSchedulesQuery(useScheduleOwner());
  const filters = filtersOf(address);
  const listed = data && listedOf(data, filters);
  const selection = useSelection<number>(JSON.stringify(filters), SELECTED_MAX);
  const [edit] = useEditScheduleMutation();
  const [remove] = useDeleteScheduleMutation();
  const mayEdit = useMay('edit_schedules');
  const chips = useChips(filters);
  return (
    <>
      {head({
        count: data?.length,
        search: { label: t('manage.search_hint'), value: filters.q, onChange: (q) => go({ q }) },
        chips,
        filter: <FilterFields filters={filters} />,
      })}
      <Rows
        label={t('manage.table')}
        rows={listed}
        keyOf={({ id }) => id}
        selects={
          mayEdit && listed
            ? ticksOf(selection, listed, {
                key: ({ id }) => id,
                label: ({ name }) => t('manage.select', { name }),
                may: mayChange,
              })
            : undefined
        }
        failure={
          error === undefined
            ? undefined
            : {
                message: errorText(error, t('load_failed')),
                onRetry: () => void refetch(),
                retrying: isFetching,
                since: fulfilledTimeStamp ?? 0,
              }
        }
        empty={
          data?.length === 0 ? (
            <div className={classes.none}>
              {t('overview.empty_text')} {create}
            </div>
          ) : (
            <div className={classes.none}>
              {t('manage.none_match')}{' '}
              <Button variant="default" size="compact-sm" onClick={() => go({ q: null, type: null, state: null })}>
                {t('manage.reset')}
              </Button>
            </div>
          )
        }
      >
        {(plan) => <PlanRow plan={plan} to={to(plan.id)} />}
      </Rows>
      {listed && (
        <TickedBar
          selection={selection}
          onPage={listed.filter(mayChange).map(({ id }) => id)}
          onDelete={remove}
          failed={t('manage.failed')}
        >
          {(each, pending) =>
            ([true, false] as const).map((enabled) => (
              <Button
                key={String(enabled)}
                variant="default"
                size="compact-sm"
                disabled={pending}
                onClick={() => each((id) => edit({ id, change: { enabled } }))}
              >
                {t(enabled ? 'manage.enable' : 'manage.disable')}
              </Button>
            ))
          }
        </TickedBar>
      )}
    </>
  );
}

const mayChange = ({ may_change }: Schedule): boolean => may_change !== false;

function useStateOf(): (plan: Schedule) => { state: RowState; text: string } {
  const { t } = useTranslation('schedule');
  const describe = useReasonText();
  return ({ problem, enabled, next_at }) => {
    if (!enabled) return { state: 'off', text: t('manage.disabled') };
    if (problem !== null) return { state: 'look', text: describe(problem) };
    return next_at === null ? { state: 'off', text: t('manage.over') } : { state: 'ok', text: t('manage.enabled') };
  };
}

function PlanRow({ plan, to }: { plan: Schedule; to: string }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const ruleText = useRuleText();
  const stateOf = useStateOf();
  const describe = useReasonText();
  const { name, devices, problem, enabled, elsewhere } = plan;
  const notes = [
    ruleText(plan),
    enabled && problem !== null && describe(problem),
    elsewhere === true && t('manage.elsewhere'),
  ];
  return (
    <Row
      to={to}
      state={stateOf(plan)}
      name={name}
      path={notes.filter(Boolean).join(' · ')}
      facts={t('speakers', { count: devices, formatted: formatCount(devices, locale) })}
      time={<NextTime plan={plan} />}
      action={
        <DotsMenu of={name}>
          <PlanMenu plan={plan} />
        </DotsMenu>
      }
    />
  );
}

function NextTime({ plan: { next_at, time_zone, enabled } }: { plan: Schedule }) {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();
  const ownZone = useContext(TimeZone);
  const city = useOtherCity()(time_zone);
  if (!enabled) return t('manage.disabled');
  if (next_at === null) return t('manage.over');
  const local = wallTime(new Date(next_at), time_zone ?? ownZone);
  return (
    <time dateTime={next_at}>
      {times.day(local)}, {times.time(local)}
      {city !== null && ` ${city}`}
    </time>
  );
}

function FilterFields({ filters }: { filters: PlanFilters }) {
  const { t } = useTranslation('schedule');
  const typeText = useTypeText();
  const { go } = useScheduleAddress();
  const { node } = useSchedulePlace();
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  return (
    <>
      {/* A place says whose plans are listed; see PLAN-9. */}
      {administers && <SchedulePlace label={t('manage.place')} hint={t('manage.own')} value={node} />}
      <NativeSelect
        label={t('manage.type')}
        value={filters.type ?? ''}
        data={[
          { value: '', label: t('manage.all') },
          ...SCHEDULE_TYPES.map((value) => ({ value, label: typeText(value) })),
        ]}
        onChange={({ currentTarget }) => go({ type: currentTarget.value })}
      />
      <NativeSelect
        label={t('manage.state')}
        value={filters.state ?? ''}
        data={[
          { value: '', label: t('manage.all') },
          ...STATES.map((value) => ({ value, label: t(`manage.${value}`) })),
        ]}
        onChange={({ currentTarget }) => go({ state: currentTarget.value })}
      />
    </>
  );
}

function useChips({ type, state }: PlanFilters) {
  const { t } = useTranslation('schedule');
  const typeText = useTypeText();
  const { go } = useScheduleAddress();
  return [
    ...(type ? [{ key: 'type', label: typeText(type), onClear: () => go({ type: null }) }] : []),
    ...(state ? [{ key: 'state', label: t(`manage.${state}`), onClear: () => go({ state: null }) }] : []),
  ];
}
