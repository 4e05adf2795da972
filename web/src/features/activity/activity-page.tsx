import { type ReactNode, useState } from 'react';
import { ListHead } from '../../kit/list/index.ts';
import { useOpened } from '../../kit/detail/index.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { RulesPanel } from '../alarms/index.ts';
import { ChainProof } from '../audit/index.ts';
import type { MusicRange } from '../announcements/announcements-api.ts';
import { MusicReport } from '../announcements/index.ts';
import { ReportsPanel } from '../reports/index.ts';
import {
  type ActivityFilters,
  isPanel,
  type Panel,
  useActivityAddress,
  useDays,
  type View,
} from './activity-address.ts';
import { ActivityDrawer } from './activity-drawer.tsx';
import { ActivityFilterFields, usePlaceName } from './activity-filter.tsx';
import { ActivityList, useActivityList } from './activity-list.tsx';
import { ActivityMenu } from './activity-menu.tsx';

const CHIPS = ['needs', 'all', 'said', 'scenarios', 'alarms', 'changes', 'messages', 'reports'] as const;

const PANELS: Record<Panel, (range: MusicRange) => ReactNode> = {
  reports: () => <ReportsPanel />,
  music: (range) => <MusicReport key={JSON.stringify(range)} range={range} />,
  rules: () => <RulesPanel />,
};

/** What happened and what needs somebody: everything that was said, went wrong, was changed or sent, as rows of one form. */
export function ActivityPage() {
  const { t } = useTranslation('activity');
  const at = useActivityAddress();
  const { filters, change } = at;
  const { opened, to, close } = useOpened();
  const [isProving, setProving] = useState(false);
  const list = useActivityList(filters);
  const panel = isPanel(filters.view) ? filters.view : null;
  const days = useDays(filters);
  const chips = useChips(filters, change);
  const open = panel === 'music' ? 'reports' : (CHIPS.find((chip) => chip === filters.view) ?? null);
  return (
    <>
      <ListHead
        title={panel === null || panel === 'reports' ? t('title') : t(`panel.${panel}`)}
        views={{
          all: CHIPS.map((value) => ({
            value,
            label: t(`view.${value}`),
            count: value === 'needs' ? list.needs : undefined,
          })),
          open,
          onOpen: (view) => change({ view }),
        }}
        {...(!panel && { search: { label: t('search'), value: filters.q, onChange: (q: string) => change({ q }) } })}
        {...((!panel || panel === 'music') && {
          chips,
          filter: <ActivityFilterFields filters={filters} onChange={change} />,
        })}
        menu={
          <ActivityMenu filters={filters} onView={(view: View) => change({ view })} onProve={() => setProving(true)} />
        }
      />
      {panel ? (
        PANELS[panel]({ ...days, ...(filters.node !== 0 && { company_id: filters.node }) })
      ) : (
        <ActivityList
          list={list}
          view={filters.view}
          opened={opened}
          to={to}
          isFiltered={filters.q !== '' || filters.node !== 0}
          onReset={at.reset}
          onLonger={
            filters.days > 0 && filters.days < 365 ? () => change({ days: filters.days < 30 ? 30 : 365 }) : undefined
          }
        />
      )}
      {opened !== null && <ActivityDrawer key={opened} id={opened} messages={list.rows} onClose={close} to={to} />}
      {isProving && <ChainProof onClose={() => setProving(false)} />}
    </>
  );
}

/** The filters that are set, each with the way to clear it. The last week is what is meant where nothing is said. */
function useChips(filters: ActivityFilters, change: (to: Partial<ActivityFilters>) => void) {
  const { t } = useTranslation('activity');
  const locale = useLocale();
  const { day } = useTimes();
  const place = usePlaceName(filters.node);
  const { days, from, to, view } = filters;
  const dayOf = (date: string): string => (date === '' ? '…' : day(`${date}T12:00:00Z`));
  const period =
    from !== '' || to !== ''
      ? `${dayOf(from)} – ${dayOf(to)}`
      : days === 7
        ? null
        : t('days', { count: days, formatted: formatCount(days, locale) });
  return [
    ...(period === null || view === 'needs'
      ? []
      : [{ key: 'period', label: period, onClear: () => change({ days: 7, from: '', to: '' }) }]),
    ...(filters.node === 0 ? [] : [{ key: 'place', label: place, onClear: () => change({ node: 0 }) }]),
  ];
}
