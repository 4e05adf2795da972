import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Seconds. */
const CHOICES = [HOUR_S, 8 * HOUR_S, DAY_S, 3 * DAY_S, 7 * DAY_S];

type Props = { value: number; onChange: (seconds: number) => void; size?: 'sm' | 'xs' };

/** How long a command waits for a device that is offline. */
export function ExpirySelect({ value, onChange, size = 'sm' }: Props) {
  const { t } = useTranslation('command-runs');
  const nameOf = (seconds: number): string =>
    seconds < DAY_S ? t('expiry.hours', { count: seconds / HOUR_S }) : t('expiry.days', { count: seconds / DAY_S });
  return (
    <NativeSelect
      size={size}
      label={t('expiry.label')}
      value={value}
      data={CHOICES.map((seconds) => ({ value: String(seconds), label: nameOf(seconds) }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
