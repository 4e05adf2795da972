import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusAfter } from '../../../../lib/hooks/use-focus-after.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { wallClock } from '../../../../lib/format/wall-clock.ts';
import type { ShowBanner } from '../../../../ui/states/banner.tsx';
import { zoneLabel } from '../../../../lib/format/time-zone-choice.ts';
import classes from './local-time-card.module.css';
import { TimeZonePanel } from './time-zone-panel.tsx';

/** The user's local time and time zone; Change opens the list of zones; see HOME-2. */
export function LocalTimeCard({ profile, banner }: { profile: Profile; banner: ShowBanner }) {
  const { t } = useTranslation('home');
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
          {zoneLabel(profile)}
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
