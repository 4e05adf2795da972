import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePlaces } from '../../use-places.ts';
import { useMobile } from '../../../../lib/hooks/use-mobile.ts';
import { NodeSelect } from '../../../../ui/targets/node-select.tsx';
import { addDays } from '../../recurrence/local-time.ts';
import { useScheduleAddress } from '../../schedule-address.ts';
import { useLocalTimes } from '../../use-local-times.ts';
import { CALENDAR_VIEWS, rangeOf, stepOf, type CalendarView } from './calendar-range.ts';

type Props = { view: CalendarView; date: string; today: string; node: number | null };

/** Today, earlier, later, the shown time, the view and the place. */
export function CalendarToolbar({ view, date, today, node }: Props) {
  const { t } = useTranslation('schedule');
  const places = usePlaces();
  const mobile = useMobile();
  const { go } = useScheduleAddress();
  const times = useLocalTimes();
  const { from, to } = rangeOf(view, date);
  const title = view === 'month' ? times.month(date) : `${times.date(from)} – ${times.date(addDays(to, -1))}`;
  const show = (next: string): void => go({ date: next === today ? null : next });
  return (
    <Group justify="space-between" gap="sm" align="flex-end">
      <Group gap="xs">
        <Button variant="default" onClick={() => show(today)}>
          {t('calendar.today')}
        </Button>
        <ActionIcon
          size="input-sm"
          variant="default"
          aria-label={t('calendar.previous')}
          onClick={() => show(stepOf(view, date, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="input-sm"
          variant="default"
          aria-label={t('calendar.next')}
          onClick={() => show(stepOf(view, date, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Text fw={600} className="tabular" aria-live="polite">
          {title}
        </Text>
      </Group>
      <Group gap="sm" align="flex-end">
        <NodeSelect
          places={places}
          label={t('calendar.node')}
          placeholder={t('calendar.node_all')}
          value={node}
          onChange={(id) => go({ node: id })}
        />
        {!mobile && (
          <SegmentedControl
            aria-label={t('calendar.view')}
            data={CALENDAR_VIEWS.map((value) => ({ value, label: t(`calendar.${value}`) }))}
            value={view}
            onChange={(next) => go({ view: next === 'week' ? null : next })}
          />
        )}
      </Group>
    </Group>
  );
}
