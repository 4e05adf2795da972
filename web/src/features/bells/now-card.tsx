import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { useAct } from '../../ui/use-act.ts';
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { BellCalendar } from '@belfry/schemas/http/bells/bells';
import type { BellSound, Timetable } from '@belfry/schemas/http/bells/timetables';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useOtherCity } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Section } from '../../kit/detail/index.ts';
import { useMay } from '../teams/teams-api.ts';
import { useLocale } from '../../lib/i18n.ts';
import { addDays, addMinutes, timeOf, useLocalTimes, wallTime } from '../../lib/local-time.ts';
import { DEFAULT_SOUND, soundOfValue, valueOfSound } from './bell-rows.ts';
import { useRingBellMutation, useSilenceBellsMutation } from './bells-api.ts';
import { usePlaceName } from '../places/index.ts';
import { useSounds } from './use-sounds.ts';
import { TimeField } from '../../ui/fields/time-field.tsx';

type Props = { bells: BellCalendar; timetables: readonly Timetable[] };

export function NowCard({ bells, timetables }: Props) {
  const { t } = useTranslation('bells');
  const name = usePlaceName(bells.company_id);
  const rings = useMay('say');
  return (
    <Section title={t('now.title', { name })}>
      <Stack gap="md">
        <NextChange bells={bells} timetables={timetables} />
        {rings && (
          <Group gap="xl" align="flex-end">
            <RingNow companyId={bells.company_id} />
            <SilenceUntil bells={bells} />
          </Group>
        )}
        {bells.silence && <Silence bells={bells} silence={bells.silence} mayEnd={rings} />}
      </Stack>
    </Section>
  );
}

function NextChange({ bells: { next_change: next }, timetables }: Props) {
  const { t } = useTranslation('bells');
  const times = useLocalTimes();
  if (!next) return <Text size="sm">{t('now.no_change')}</Text>;
  const name = timetables.find(({ id }) => id === next.timetable_id)?.name ?? t('calendar.no_bells');
  return <Text size="sm">{t('now.change', { day: times.weekdayAndDay(next.date), name })}</Text>;
}

/** Rings at a place and everywhere below it. */
export function useRingNow(companyId: number) {
  const { t } = useTranslation('bells');
  const { act } = useAct();
  const [send, { isLoading }] = useRingBellMutation();
  const ring = async (sound: BellSound = DEFAULT_SOUND): Promise<void> => {
    await act(() => send({ id: companyId, sound }), {
      done: ({ devices: count, offline }) =>
        offline > 0 ? t('now.rung_some', { count, offline }) : t('now.rung', { count }),
      failed: t('now.ring_failed'),
    });
  };
  return { ring, isLoading };
}

function RingNow({ companyId }: { companyId: number }) {
  const { t } = useTranslation('bells');
  const { sounds } = useSounds({ now: true });
  const [value, setValue] = useState(valueOfSound(DEFAULT_SOUND));
  const { ring, isLoading } = useRingNow(companyId);
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={t('now.sound')}
        data={sounds}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<IconBell size={16} aria-hidden />}
        loading={isLoading}
        onClick={() => void ring(soundOfValue(value) ?? undefined)}
      >
        {t('now.ring')}
      </Button>
    </Group>
  );
}

/** The next moment at which a clock shows a time: today, or tomorrow where that is over. @param now `2026-11-23T08:00` */
export const nextMoment = (time: string, now: string): string => {
  const today = now.slice(0, 10);
  return time > timeOf(now) ? `${today}T${time}` : `${addDays(today, 1)}T${time}`;
};
const HOUR_MINUTES = 60;

function SilenceUntil({ bells: { company_id, time_zone } }: { bells: BellCalendar }) {
  const { t } = useTranslation('bells');
  const [time, setTime] = useState(() => timeOf(addMinutes(wallTime(Date.now(), time_zone), HOUR_MINUTES)));
  const { silence, isLoading } = useSilence(company_id, time_zone);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void silence(nextMoment(time, wallTime(Date.now(), time_zone)));
      }}
    >
      <Group gap="xs" align="flex-end">
        <TimeField label={t('now.until')} value={time} onChange={setTime} />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconBellOff size={16} aria-hidden />}
          loading={isLoading}
          disabled={time === ''}
        >
          {t('now.silence')}
        </Button>
      </Group>
    </form>
  );
}

type SilenceProps = { bells: BellCalendar; silence: NonNullable<BellCalendar['silence']>; mayEnd: boolean };

function Silence({ bells: { company_id, time_zone }, silence: { local, source_company_id }, mayEnd }: SilenceProps) {
  const { t } = useTranslation('bells');
  const times = useLocalTimes();
  const name = usePlaceName(source_company_id);
  const { silence, isLoading } = useSilence(company_id, time_zone);
  const isOwn = source_company_id === company_id;
  const until = [times.moment(local), useOtherCity()(time_zone)].filter(Boolean).join(' ');
  return (
    <Alert color="warning" icon={<IconBellOff size={18} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{isOwn ? t('now.silent', { until }) : t('now.silent_above', { until, name })}</Text>
        {isOwn && mayEnd && (
          <Button variant="default" size="xs" loading={isLoading} onClick={() => void silence(null)}>
            {t('now.end_silence')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** `zone`: by whose clock it ends. */
export function useSilence(companyId: number, zone: string) {
  const { t } = useTranslation('bells');
  const locale = useLocale();
  const { act } = useAct();
  const [send, { isLoading }] = useSilenceBellsMutation();
  async function silence(until: string | null): Promise<void> {
    await act(() => send({ id: companyId, until }), {
      done:
        until === null
          ? t('now.silence_ended')
          : t('now.silenced', { time: timeOf(until), city: zoneCity(zone, locale) }),
      failed: t('now.silence_failed'),
    });
  }
  return { silence, isLoading };
}
