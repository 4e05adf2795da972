import { useTranslation } from '../../lib/translation.ts';
import { DateField } from './date-field.tsx';
import { ExceptionsField } from './exceptions-field.tsx';

type Ends = { until_date: string | null; exceptions: string[] };

type Props = {
  values: Ends & { starts_at: string };
  onUntil: (date: string | null) => void;
  onExceptions: (dates: string[]) => void;
};

/** The last date of what recurs, and the days on which it does not happen. */
export function RepeatEnds({ values: { starts_at, until_date, exceptions }, onUntil, onExceptions }: Props) {
  const { t } = useTranslation('schedule-form');
  return (
    <>
      <DateField
        label={t('until')}
        maw={240}
        min={starts_at.slice(0, 10)}
        value={until_date ?? ''}
        onChange={(date) => onUntil(date || null)}
      />
      <ExceptionsField dates={exceptions} onChange={onExceptions} />
    </>
  );
}
