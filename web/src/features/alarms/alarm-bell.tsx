import type { AlarmSummary } from '@belfry/schemas/http/alarms/alarms';
import {
  ActionIcon,
  Anchor,
  Button,
  Drawer,
  Indicator,
  SegmentedControl,
  Stack,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { IconArrowLeft, IconBell, IconBellCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Link } from 'react-router';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useLocalPage } from '../../lib/list-address.ts';
import { useCompactHeader, useMobile } from '../../lib/use-breakpoint.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { usePage } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useMay } from '../teams/teams-api.ts';
import { AlarmDetails } from './alarm-details.tsx';
import { AlarmRow } from './alarm-row.tsx';
import { alarmsApi, useAlarmSummary } from './alarms-api.ts';
import classes from './alarms.module.css';

/** A larger number does not fit on the bell. */
const SHOWN_MAX = 99;
const ROWS = 50;
const STATES = ['open', 'acknowledged', 'snoozed'] as const;
type State = (typeof STATES)[number];

/** The bell in the header with the number of new alarms, which opens them in a drawer. For people who see devices somewhere. */
export function AlarmBell() {
  const { t } = useTranslation('alarms');
  const locale = useLocale();
  const compact = useCompactHeader();
  const [opened, setOpened] = useState(false);
  const may = useMay('see_alarms');
  const { data: summary } = useAlarmSummary({ skip: !may });
  if (!may) return null;
  const open = summary?.open ?? 0;
  const count = formatCount(Math.min(open, SHOWN_MAX), locale);
  const label = open === 0 ? t('bell.none') : t('bell.some', { count: open });
  return (
    <>
      <Tooltip label={label} withinPortal={false}>
        <Indicator
          label={open > SHOWN_MAX ? `${count}+` : count}
          disabled={open === 0}
          color={isUrgent(summary) ? 'error' : 'warning'}
          size={18}
          offset={5}
          inline
        >
          <ActionIcon
            variant="default"
            radius="xl"
            size={compact ? 40 : 32}
            aria-label={label}
            aria-haspopup="dialog"
            onClick={() => setOpened(true)}
          >
            <IconBell size={18} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Tooltip>
      <VisuallyHidden component="output">{open > 0 && label}</VisuallyHidden>
      {opened && <AlarmDrawer summary={summary} onClose={() => setOpened(false)} />}
    </>
  );
}

const isUrgent = (summary: AlarmSummary | undefined): boolean =>
  summary !== undefined && summary.by_severity.high + summary.by_severity.critical > 0;

type DrawerProps = { summary: AlarmSummary | undefined; onClose: () => void };

function AlarmDrawer({ summary, onClose }: DrawerProps) {
  const { t } = useTranslation(['alarms', 'common']);
  const mobile = useMobile();
  const [chosen, setChosen] = useState<number | null>(null);
  const [state, setState] = useState<State>('open');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={mobile ? '100%' : 460}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {chosen === null ? (
        <Stack gap="md" className={classes.drawer ?? ''}>
          <SegmentedControl
            fullWidth
            aria-label={t('filters.state')}
            value={state}
            onChange={(value) => setState(STATES.find((each) => each === value) ?? 'open')}
            data={STATES.map((value) => ({ value, label: `${t(`state.${value}`)} ${summary?.[value] ?? ''}`.trim() }))}
          />
          <AlarmList key={state} state={state} onOpen={setChosen} />
          <Anchor component={Link} to="/alarms" onClick={onClose} size="sm">
            {t('all_alarms')}
          </Anchor>
        </Stack>
      ) : (
        <Stack gap="md">
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setChosen(null)}
            data-autofocus
          >
            {t('back')}
          </Button>
          <AlarmDetails id={chosen} />
        </Stack>
      )}
    </Drawer>
  );
}

function AlarmList({ state, onOpen }: { state: State; onOpen: (id: number) => void }) {
  const { t } = useTranslation('alarms');
  const errorText = useErrorMessage();
  const at = useLocalPage({ state });
  const list = usePage(alarmsApi.endpoints.getAlarmsPage, { at, size: ROWS, ask: (asked) => asked });
  return (
    <RowList
      list={list}
      label={t(`state.${state}`)}
      keyOf={({ alarm_id }) => alarm_id}
      waiting={<LineSkeletons count={5} height={52} />}
      failure={(error) => ({ message: errorText(error, t('error_list')) })}
      showing={(range) => t('showing', range)}
      empty={<EmptyState compact icon={<IconBellCheck size={24} />} title={t(`none.${state}`)} />}
    >
      {(alarm) => <AlarmRow alarm={alarm} onOpen={onOpen} />}
    </RowList>
  );
}
