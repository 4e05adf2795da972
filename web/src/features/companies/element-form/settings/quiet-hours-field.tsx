import type { QuietHours } from '@belfry/schemas/http/places/effective-settings';
import { Button, Input, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DAYS_OF_WEEK, QuietWindow } from './quiet-window.tsx';

const WINDOWS_MAX = 14;
const NIGHT: QuietHours = { from: '22:00', to: '07:00', days: [...DAYS_OF_WEEK] };

type Props = { value: readonly QuietHours[]; onChange: (windows: QuietHours[]) => void };

/** The windows without sound, each with its days. */
export function QuietHoursField({ value, onChange }: Props) {
  const { t } = useTranslation('places');
  const change = (index: number, next: Partial<QuietHours>): void =>
    onChange(value.map((window, at) => (at === index ? { ...window, ...next } : window)));
  return (
    <Input.Wrapper label={t('settings.quiet_hours')} labelElement="div" description={t('quiet.hint')}>
      <Stack gap="sm" mt="xs">
        {value.map((window, index) => (
          <QuietWindow
            // The windows have no ids, and their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            window={window}
            onChange={(next) => change(index, next)}
            onRemove={() => onChange(value.filter((_window, at) => at !== index))}
          />
        ))}
        {value.length < WINDOWS_MAX && (
          <Button
            size="compact-sm"
            variant="light"
            style={{ alignSelf: 'start' }}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...value, NIGHT])}
          >
            {t('quiet.add')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
