import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Button, Group, Paper, Skeleton, Text, Title, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { useNow, BANNER_MS } from '../../../lib/timers.ts';
import { wallClock } from '../../../lib/times.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import { zoneLabel, offsetOfZoneKey } from '../../../lib/time-zone-choice.ts';
import classes from './local-time-card.module.css';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTimeZones } from '../../lookups/lookups-api.ts';
import { TimeZoneSelect } from '../../../ui/pickers/search-select.tsx';
import { useUpdateProfileMutation } from '../../accounts/profile/profile-api.ts';

/** The user's local time and time zone; Change opens the list of zones; see HOME-2. */
export function LocalTimeCard({ profile, banner }: { profile: Profile; banner: ShowBanner }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const change = useFocusAfter<HTMLButtonElement>(open);
  return (
    <Paper component="section" withBorder p="md" className={classes.card ?? ''} aria-labelledby="local-time">
      <Group justify="space-between" wrap="nowrap" mih={30}>
        <Title order={2} size="h6" id="local-time">
          {t('local_time.title')}
        </Title>
        {!open && (
          <Button ref={change} variant="light" size="xs" onClick={() => setOpen(true)}>
            {t('local_time.change')}
          </Button>
        )}
      </Group>
      <Clock offset={profile.utc_offset} />
      {open ? (
        <TimeZonePanel profile={profile} banner={banner} onClose={() => setOpen(false)} />
      ) : (
        <Text size="sm" c="dimmed">
          {zoneLabel(profile, locale)}
        </Text>
      )}
    </Paper>
  );
}

/** As high as the card. */
export const LocalTimeSkeleton = () => <Skeleton height={124} radius="md" className={classes.card ?? ''} />;

/** In the Russian date format, whatever the language of the page. */
function Clock({ offset }: { offset: number }) {
  const { numericDay, time } = wallClock(useNow(), offset, 'ru');
  return (
    <div className={classes.clock}>
      <span className={classes.time}>{time}</span>
      <span className={classes.day}>{numericDay}</span>
    </div>
  );
}

type Props = { profile: Profile; banner: ShowBanner; onClose: () => void };
/** Zones with Save and Cancel. It stays open when saving failed; see HOME-2. */
function TimeZonePanel({ profile, banner, onClose }: Props) {
  const { t } = useTranslation(['home', 'common']);
  const errorText = useErrorMessage();
  const { list } = useTimeZones();
  const [zone, setZone] = useState(profile.time_zone);
  const [update, { isLoading }] = useUpdateProfileMutation();
  const send = async (): Promise<unknown> => {
    const { data: saved, error } = await update({ utc_offset: offsetOfZoneKey(list, zone) });
    // An offset does not distinguish Berlin from Algiers, and only one of them has summer time: the name follows (HOME-2).
    const named = list.some(({ time_zone }) => time_zone === zone);
    if (error || !saved || !named || saved.time_zone === zone) return error;
    return (await update({ time_zone: zone })).error;
  };
  const save = async (): Promise<void> => {
    const error = await send();
    if (error) return banner({ tone: 'error', title: t('local_time.failed'), text: errorText(error) }, BANNER_MS);
    banner({ tone: 'success', title: t('local_time.saved') }, BANNER_MS);
    onClose();
  };
  return (
    <Stack gap="sm" mt={4}>
      <TimeZoneSelect
        label={t('local_time.zone')}
        zones={list}
        place={profile}
        value={zone}
        onChange={setZone}
        focused
      />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" size="xs" onClick={onClose} disabled={isLoading}>
          {t('common:cancel')}
        </Button>
        <Button size="xs" onClick={() => void save()} loading={isLoading} disabled={zone === profile.time_zone}>
          {t('local_time.save')}
        </Button>
      </Group>
    </Stack>
  );
}
