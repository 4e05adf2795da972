import type { QuietHours } from '@belfry/schemas/http/places/effective-settings';
import { ActionIcon, Button, Chip, Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../../../lib/translation.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { TimeField } from '../../../../ui/fields/time-field.tsx';

/** 1 for Monday. */
const DAYS_OF_WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
const WINDOWS_MAX = 14;
const NIGHT: QuietHours = { from: '22:00', to: '07:00', days: [...DAYS_OF_WEEK] };
type QuietHoursFieldProps = { value: readonly QuietHours[]; onChange: (windows: QuietHours[]) => void };
export function QuietHoursField({ value, onChange }: QuietHoursFieldProps) {
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

/** Monday, 1 January 2024. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

const dayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY_MS + (day - 1) * DAY_MS);

type Props = { window: QuietHours; onChange: (change: Partial<QuietHours>) => void; onRemove: () => void };

function QuietWindow({ window, onChange, onRemove }: Props) {
  const { t } = useTranslation('places');
  const locale = useLocale();
  return (
    <Stack gap={6}>
      <Group gap="xs" align="end" wrap="nowrap">
        {(['from', 'to'] as const).map((edge) => (
          <TimeField
            key={edge}
            size="xs"
            label={t(`quiet.${edge}`)}
            value={window[edge]}
            onChange={(time) => {
              if (time !== '') onChange({ [edge]: time.slice(0, 5) });
            }}
          />
        ))}
        <ActionIcon
          variant="subtle"
          color="error"
          size="lg"
          aria-label={t('quiet.remove', { from: window.from, to: window.to })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <Chip.Group
        multiple
        value={window.days.map(String)}
        onChange={(days) => days.length > 0 && onChange({ days: days.map(Number).sort((a, b) => a - b) })}
      >
        <Group gap={4}>
          {DAYS_OF_WEEK.map((day) => (
            <Chip key={day} value={String(day)} size="xs">
              {dayName(day, locale)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  );
}
