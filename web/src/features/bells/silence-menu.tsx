import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLocale } from '../../lib/i18n.ts';
import { addDays, addMinutes, dateOf, wallTime } from '../../lib/local-time.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useSilence } from './now-card.tsx';

const MINUTES = [15, 30, 60, 120] as const;
const MORNING = '06:00';

const clockOf = (zone: string): string => wallTime(Date.now(), zone);

type Props = { place: { company_id: number; time_zone: string }; isSilent: boolean };

/** `Silence for…`: no bells, scheduled announcements and music at a place, by its clock. */
export function SilenceMenu({ place: { company_id, time_zone }, isSilent }: Props) {
  const { t } = useTranslation('bells');
  const locale = useLocale();
  const { silence, isLoading } = useSilence(company_id, time_zone);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={isLoading}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('silence.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('silence.clock', { city: zoneCity(time_zone, locale) })}</Menu.Label>
        {isSilent && <Menu.Item onClick={() => void silence(null)}>{t('silence.end')}</Menu.Item>}
        {MINUTES.map((count) => (
          <Menu.Item key={count} onClick={() => void silence(addMinutes(clockOf(time_zone), count))}>
            {t('silence.minutes', { count })}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void silence(`${addDays(dateOf(clockOf(time_zone)), 1)}T${MORNING}`)}>
          {t('silence.morning', { time: MORNING })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
