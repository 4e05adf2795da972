import { OnePlace } from '../../kit/where/index.ts';
import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { Button, Drawer, Stack } from '@mantine/core';
import { IconBellCheck, IconBellOff, IconHourglass, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useAddress } from '../../lib/address.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { setParameter, useListAddress } from '../../lib/list-address.ts';
import { usePageSize } from '../../lib/paging.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useTimes } from '../../lib/times.ts';
import { useNow } from '../../lib/timers.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useAway } from '../devices/away-api.ts';
import { AlarmDetails } from './alarm-details.tsx';
import { AlarmRow } from './alarm-row.tsx';
import {
  alarmFilters,
  type AlarmFilters,
  alarmsApi,
  askedOf,
  isFiltered,
  KIND_CHOICES,
  openAlarmOf,
  SEVERITY_CHOICES,
  secondsSince,
  STATE_CHOICES,
  useAlarmSummary,
} from './alarms-api.ts';
import classes from './alarms.module.css';

export function AlarmsPanel() {
  const { t } = useTranslation('alarms');
  const errorText = useErrorMessage();
  const [address, setAddress] = useAddress();
  const at = useListAddress(alarmFilters);
  const size = usePageSize('alarms');
  const list = usePage(alarmsApi.endpoints.getAlarmsPage, {
    at,
    size,
    ask: ({ page, page_size, ...filters }) => ({ ...askedOf(filters), page, page_size }),
  });
  const open = openAlarmOf(address);
  const show = (id: number | null): void =>
    setAddress((now) => setParameter(now, 'alarm', id), { preventScrollReset: true });
  return (
    <Stack gap="lg">
      <HeldBack />
      <Filters filters={at.filters} onChange={at.change} />
      <RowList
        list={list}
        label={t('title')}
        variant="frame"
        keyOf={({ alarm_id }) => alarm_id}
        waiting={<LineSkeletons count={6} height={52} />}
        failure={(error) => ({ message: errorText(error, t('error_list')) })}
        showing={(range) => t('showing', range)}
        filtered={isFiltered(at.filters)}
        empty={<NothingWrong />}
        noneFound={
          <EmptyState
            icon={<IconBellCheck size={24} />}
            title={t('empty.none_fit')}
            action={
              <Button variant="light" mt="xs" onClick={at.reset}>
                {t('empty.reset')}
              </Button>
            }
          />
        }
      >
        {(alarm) => <AlarmRow alarm={alarm} onOpen={show} />}
      </RowList>
      {open !== null && <DetailsDrawer key={open} id={open} onClose={() => show(null)} />}
    </Stack>
  );
}

/** Tells that messages to the person wait; otherwise they would think that nothing has happened. */
function HeldBack() {
  const { t } = useTranslation('alarms');
  const { time } = useTimes();
  const held = useAlarmSummary().data?.held_back ?? null;
  if (held === null) return null;
  return <Notice tone="warning">{t('held_back', { count: held.messages, time: time(held.until) })}</Notice>;
}

/** Nothing is wrong only where somebody has looked. */
function NothingWrong() {
  const { t } = useTranslation('alarms');
  const now = useNow();
  const away = useAway();
  const { data: summary } = useAlarmSummary();
  const since = summary?.checking_since ?? null;
  if (since !== null)
    return (
      <EmptyState icon={<IconHourglass size={24} />} title={t('checking.title', { seconds: secondsSince(since, now) })}>
        {t('checking.text')}
      </EmptyState>
    );
  if (summary?.watching !== false && away && away.offline > 0)
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={24} />}
        title={t('away.title', { count: away.total, offline: away.offline })}
      >
        {t('away.text')}
      </EmptyState>
    );
  const found = summary?.watching === false ? 'unwatched' : 'empty';
  return (
    <EmptyState
      icon={found === 'empty' ? <IconBellCheck size={24} /> : <IconBellOff size={24} />}
      title={t(`${found}.title`)}
    >
      {t(`${found}.text`)}
    </EmptyState>
  );
}

function DetailsDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['alarms', 'common']);
  const mobile = useMobile();
  useReturnFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={mobile ? '100%' : 520}
      title={t('alarm')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <AlarmDetails id={id} />
    </Drawer>
  );
}

type FiltersProps = {
  filters: AlarmFilters;
  onChange: (change: Partial<AlarmFilters>) => void;
};

function Filters({ filters, onChange }: FiltersProps) {
  const { t } = useTranslation('alarms');
  const nameOf = useTexts(ALARM_NAMES);
  return (
    <section className={classes.bar} aria-label={t('filters.label')}>
      <FilterSelect
        label={t('filters.state')}
        choices={STATE_CHOICES}
        value={filters.state}
        labelOf={(state) => (state === 'uncleared' ? t('filters.uncleared') : t(`state.${state}`))}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={t('filters.kind')}
        choices={KIND_CHOICES}
        value={filters.kind}
        labelOf={(kind) => (kind === 'all' ? t('filters.all') : nameOf[kind])}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('filters.severity')}
        choices={SEVERITY_CHOICES}
        value={filters.severity}
        labelOf={(severity) =>
          severity === 'all'
            ? t('filters.all')
            : severity === 'critical'
              ? t('severity.critical')
              : t('filters.at_least', { severity: t(`severity.${severity}`) })
        }
        onChange={(severity) => onChange({ severity })}
      />
      <OnePlace
        label={t('filters.node')}
        hint={t('filters.all_nodes')}
        value={filters.node === 0 ? null : filters.node}
        onChange={(node) => onChange({ node: node ?? 0 })}
      />
    </section>
  );
}
