import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { serial: string; checked: boolean; onSelect: (serial: string, range: boolean) => void };

/** Selects one device; with Shift every device between it and the last one. The space bar with Shift does the same. */
export function SelectDevice({ serial, checked, onSelect }: Props) {
  const { t } = useTranslation('device-bulk');
  return (
    <Checkbox
      size="xs"
      ms="auto"
      aria-label={t('selection.device', { serial })}
      checked={checked}
      onChange={({ nativeEvent }) => onSelect(serial, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  );
}
