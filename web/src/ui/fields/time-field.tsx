import { Group, NativeSelect } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { clockIn } from '../../lib/browser-habits.ts';
import { useLocale } from '../../lib/i18n.ts';
import { writeTime } from '../../lib/local-time.ts';
import { useTranslation } from '../../lib/translation.ts';
import { readClock } from '../../lib/typed-moment.ts';
import { TypedField, type TypedProps } from './typed-field.tsx';

/** A time of the day, `HH:MM`, by the clock of the reader. */
export function TimeField(props: TypedProps) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  return (
    <TypedField
      {...props}
      write={(time) => writeTime(time.slice(0, 'HH:MM'.length), locale)}
      read={readClock}
      example={writeTime('08:30', locale)}
      icon={<IconClock size={16} aria-hidden />}
      opens={t('typed.clock')}
      renderChoice={() => <TimeChoice value={props.value} onChange={props.onChange} />}
    />
  );
}

const two = (value: number): string => String(value).padStart(2, '0');
const HOURS = Array.from({ length: 24 }, (_, hour) => two(hour));
const MINUTES = Array.from({ length: 60 }, (_, minute) => two(minute));

/** Hour and minute as lists, which phones show as wheels. */
export function TimeChoice({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const [hour = '', minute = ''] = value === '' ? [] : value.split(':');
  // `8 AM` by a clock of twelve hours.
  const nameOf = (each: string): string =>
    clockIn(locale).hourCycle === 'h12' ? `${Number(each) % 12 || 12} ${Number(each) < 12 ? 'AM' : 'PM'}` : each;
  const none = { value: '', label: '–', disabled: true };
  return (
    <Group gap="xs" grow wrap="nowrap">
      <NativeSelect
        label={t('typed.hour')}
        data={[...(hour === '' ? [none] : []), ...HOURS.map((each) => ({ value: each, label: nameOf(each) }))]}
        value={hour}
        onChange={({ currentTarget }) => onChange(`${currentTarget.value}:${minute || '00'}`)}
      />
      <NativeSelect
        label={t('typed.minute')}
        data={[...(minute === '' ? [none] : []), ...MINUTES]}
        value={minute}
        onChange={({ currentTarget }) => onChange(`${hour || '08'}:${currentTarget.value}`)}
      />
    </Group>
  );
}
