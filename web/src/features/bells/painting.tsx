import { useAct } from '../../ui/use-act.ts';
import { Button, Group, NativeSelect, Radio } from '@mantine/core';
import type { BellCalendar, BellPaint } from '@belfry/schemas/http/bells/bells';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { isLocalDate } from '../../lib/local-time.ts';
import { useCopyBellsMutation, usePaintBellsMutation } from './bells-api.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import classes from './bells.module.css';

/** The id of a timetable, no bells, or nothing. */
export type Brush = number | 'no_bells' | 'clear';
type Days = { from: string; to: string };

const paintOf = (brush: Brush): BellPaint['paint'] =>
  typeof brush === 'number' ? { type: 'timetable', timetable_id: brush } : { type: brush };

/** The weekdays on which the week has bells; all where it has none. A range of a timetable leaves the others as they are. */
export function schoolDaysOf(week: BellCalendar['week']): number[] {
  const days = (week?.weekdays ?? []).flatMap((id, index) => (id === null ? [] : [index + 1]));
  return days.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : days;
}

/** Paints days of a place. A timetable is painted on the weekdays only on which there are bells, unless it is one day. */
export function usePainting({ company_id, week }: BellCalendar): (brush: Brush, days: Days) => Promise<void> {
  const { t } = useTranslation('bells');
  const { act } = useAct({ parallel: true });
  const [paint] = usePaintBellsMutation();
  return async (brush, days) => {
    const isOne = days.from === days.to;
    const weekdays = typeof brush === 'number' && !isOne ? { weekdays: schoolDaysOf(week) } : {};
    await act(() => paint({ id: company_id, ranges: [days], ...weekdays, paint: paintOf(brush) }), {
      failed: t('calendar.failed'),
    });
  };
}

type BrushProps = { value: Brush; timetables: readonly Timetable[]; onChange: (brush: Brush) => void };

export function BrushChoice({ value, timetables, onChange }: BrushProps) {
  const { t } = useTranslation('bells');
  const special = ['no_bells', 'clear'] as const;
  return (
    <Radio.Group
      label={t('calendar.brush')}
      value={String(value)}
      onChange={(choice) => onChange(special.find((each) => each === choice) ?? Number(choice))}
    >
      <Group gap="md" mt={6}>
        {timetables.map(({ id, name, colour }) => (
          <Radio
            key={id}
            value={String(id)}
            label={
              <span className={classes.brush}>
                <span className={classes.mark} data-colour={colour} aria-hidden />
                {name}
              </span>
            }
          />
        ))}
        <Radio value="no_bells" label={t('calendar.no_bells')} />
        <Radio value="clear" label={t('calendar.clear')} />
      </Group>
    </Radio.Group>
  );
}

export function RangeForm({ today, onPaint }: { today: string; onPaint: (days: Days) => void }) {
  const { t } = useTranslation('bells');
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const isRange = isLocalDate(from) && isLocalDate(to) && from <= to;
  return (
    <form
      aria-label={t('calendar.range')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRange) onPaint({ from, to });
      }}
    >
      <Group gap="sm" align="flex-end">
        <DateField label={t('calendar.from')} value={from} onChange={setFrom} />
        <DateField label={t('calendar.to')} value={to} onChange={setTo} />
        <Button type="submit" variant="default" disabled={!isRange}>
          {t('calendar.paint')}
        </Button>
      </Group>
    </form>
  );
}

export function CopyForm({ company_id }: Pick<BellCalendar, 'company_id'>) {
  const { t } = useTranslation('bells');
  const { act } = useAct();
  const [from, setFrom] = useState<number | null>(null);
  const [copy, { isLoading }] = useCopyBellsMutation();
  async function submit(id: number): Promise<void> {
    const answer = await act(() => copy({ id: company_id, from: id }), {
      done: t('copy.done'),
      failed: t('copy.failed'),
    });
    if (answer !== undefined) setFrom(null);
  }
  return (
    <Group gap="sm" align="flex-end">
      <div style={{ flex: '1 1 220px', maxWidth: 360 }}>
        <OnePlace label={t('copy.label')} hint={t('copy.hint')} value={from} onChange={setFrom} />
      </div>
      <Button
        variant="default"
        loading={isLoading}
        disabled={from === null || from === company_id}
        onClick={() => from !== null && void submit(from)}
      >
        {t('copy.submit')}
      </Button>
    </Group>
  );
}

type TimetableChoice = {
  label: string;
  value: number | null;
  timetables: readonly Timetable[];
  onChange: (id: number | null) => void;
};
export function TimetableField({ label, value, timetables, onChange }: TimetableChoice) {
  const { t } = useTranslation('bells');
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: t('calendar.no_bells') },
        ...timetables.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  );
}
