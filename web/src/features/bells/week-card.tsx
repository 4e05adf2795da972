import { useAct } from '../../ui/use-act.ts';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { BellCalendar, BellWeek } from '@belfry/schemas/http/bells/bells';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Section } from '../../kit/detail/index.ts';
import { HolidayField } from '../holidays/index.ts';
import { useLocalTimes } from '../../lib/local-time.ts';
import { useMay } from '../teams/teams-api.ts';
import classes from './bells.module.css';
import { useSaveBellWeekMutation } from './bells-api.ts';
import { CopyForm, TimetableField } from './painting.tsx';
import { usePlaceName } from '../places/index.ts';

type Props = { bells: BellCalendar; timetables: readonly Timetable[] };
const NO_WEEK: BellWeek = {
  weekdays: [null, null, null, null, null, null, null],
  holiday_calendar_id: null,
  holiday_timetable_id: null,
};
const MONDAY_TO_FRIDAY = 5;

/** Which timetable rings on which weekday and on holidays. The first change of an inherited week copies it to this place. */
export function WeekCard({ bells, timetables }: Props) {
  const { t } = useTranslation('bells');
  const times = useLocalTimes();
  const edits = useMay('edit_schedules');
  const [week, setWeek] = useState(bells.week ?? NO_WEEK);
  const { save, saving } = useSaveWeek(bells.company_id);
  const changeDay = (day: number, id: number | null): void =>
    setWeek((before) => ({ ...before, weekdays: before.weekdays.map((each, index) => (index === day ? id : each)) }));
  const isOwn = bells.week_source_company_id === bells.company_id;
  return (
    <Section title={t('week.title')}>
      <Stack gap="md">
        <Origin bells={bells} />
        <fieldset className={classes.fields} disabled={!edits}>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 4, md: 7 }} spacing="xs">
            {week.weekdays.map((id, day) => (
              <TimetableField
                // Monday is always the first.
                // oxlint-disable-next-line react/no-array-index-key
                key={day}
                label={times.weekday(day + 1, 'long')}
                value={id}
                timetables={timetables}
                onChange={(choice) => changeDay(day, choice)}
              />
            ))}
          </SimpleGrid>
          <HolidayField
            value={week.holiday_calendar_id}
            onChange={(id) => setWeek((before) => ({ ...before, holiday_calendar_id: id }))}
          />
          {week.holiday_calendar_id !== null && (
            <div style={{ maxWidth: 360 }}>
              <TimetableField
                label={t('week.holidays')}
                value={week.holiday_timetable_id}
                timetables={timetables}
                onChange={(id) => setWeek((before) => ({ ...before, holiday_timetable_id: id }))}
              />
            </div>
          )}
        </fieldset>
        {edits && (
          <>
            <Group gap="sm">
              <Button loading={saving} onClick={() => void save(week)}>
                {t('week.save')}
              </Button>
              <Button
                variant="default"
                onClick={() =>
                  setWeek((before) => ({
                    ...before,
                    weekdays: before.weekdays.map((id, day) =>
                      day < MONDAY_TO_FRIDAY ? (before.weekdays[0] ?? null) : id,
                    ),
                  }))
                }
              >
                {t('week.as_monday')}
              </Button>
              {isOwn && (
                <Button variant="subtle" onClick={() => void save(null)}>
                  {t('week.inherit')}
                </Button>
              )}
            </Group>
            <CopyForm company_id={bells.company_id} />
          </>
        )}
      </Stack>
    </Section>
  );
}

function Origin({ bells }: { bells: BellCalendar }) {
  const { t } = useTranslation('bells');
  const source = bells.week_source_company_id;
  const name = usePlaceName(source ?? 0);
  const text =
    source === null ? t('week.nothing') : source === bells.company_id ? t('week.own') : t('week.inherited', { name });
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function useSaveWeek(companyId: number) {
  const { t } = useTranslation('bells');
  const { act } = useAct();
  const [send, { isLoading }] = useSaveBellWeekMutation();
  async function save(week: BellWeek | null): Promise<void> {
    await act(() => send({ id: companyId, week }), {
      done: week === null ? t('week.reverted') : t('week.saved'),
      failed: t('week.failed'),
    });
  }
  return { save, saving: isLoading };
}
