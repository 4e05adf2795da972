import { Divider, Stack } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useLocale } from '../../lib/i18n.ts';
import { dateOf, timeOf, writeTime } from '../../lib/local-time.ts';
import { useTranslation } from '../../lib/translation.ts';
import { dateExample, readDate, readMoment, writeDate, writeMoment } from '../../lib/typed-moment.ts';
import { MonthGrid } from './month-grid.tsx';
import { TimeChoice } from './time-field.tsx';
import { TypedField, type TypedProps } from './typed-field.tsx';

/** The time of a date that is chosen or typed without one. */
const FIRST_TIME = '08:00';

/** A date, `2026-11-21`, as the reader writes it. @param min the first date that it takes */
export function DateField({ min, ...props }: Omit<TypedProps, 'min'> & { min?: string }) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  return (
    <TypedField
      inputMode="decimal"
      {...props}
      write={(date) => writeDate(date, locale)}
      read={(typed, done) => readDate(typed, locale, done)}
      refuse={(date) =>
        min !== undefined && date !== '' && date < min ? t('typed.early', { min: writeDate(min, locale) }) : null
      }
      example={useExample(locale)}
      icon={<IconCalendar size={16} aria-hidden />}
      opens={t('typed.calendar')}
      renderChoice={(close) => (
        <MonthGrid
          value={props.value}
          min={min}
          onChoose={(date) => {
            props.onChange(date);
            close();
          }}
        />
      )}
    />
  );
}

/** A date and time of a clock on the wall, `2026-11-21T08:00`, as the reader writes it. */
export function MomentField(props: TypedProps) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const { value, onChange } = props;
  const time = timeOf(value) || FIRST_TIME;
  return (
    <TypedField
      {...props}
      write={(local) => writeMoment(local, locale)}
      read={(typed, done) => readMoment(typed, locale, done, time)}
      example={`${useExample(locale)}, ${writeTime('08:30', locale)}`}
      icon={<IconCalendar size={16} aria-hidden />}
      opens={t('typed.calendar')}
      renderChoice={() => (
        <Stack gap="xs">
          <MonthGrid value={dateOf(value)} onChoose={(date) => onChange(`${date}T${time}`)} />
          {value !== '' && (
            <>
              <Divider />
              <TimeChoice value={time} onChange={(next) => onChange(`${dateOf(value)}T${next}`)} />
            </>
          )}
        </Stack>
      )}
    />
  );
}

function useExample(locale: string): string {
  const { t } = useTranslation('ui');
  return dateExample(locale, { day: t('typed.day'), month: t('typed.month'), year: t('typed.year') });
}
