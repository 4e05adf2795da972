import type { Role } from '@belfry/schemas/domain/roles';
import { Title } from '@mantine/core';
import { useTranslation } from '../../../../lib/translation.ts';
import { useMay } from '../../../teams/teams-api.ts';
import { NextTile } from './next-tile.tsx';
import { PlayingTile } from './playing-tile.tsx';
import { StateTile } from './state-tile.tsx';
import { UnreachedTile } from './unreached-tile.tsx';
import classes from './tiles.module.css';

/** The four answers of the home page, as far as the person may know them; see HOME-14. */
export function HomeTiles({ role }: { role: Role }) {
  const { t } = useTranslation('home');
  const seesAlarms = useMay('see_alarms');
  const seesDevices = useMay('see_devices');
  const readsSchedules = useMay('read_schedules');
  const readsRuns = useMay('read_runs');
  if (!seesAlarms && !seesDevices && !readsSchedules && !readsRuns) return null;
  return (
    <section aria-labelledby="now">
      <Title order={2} size="h4" id="now" mb="md">
        {t('tiles.title')}
      </Title>
      <div className={classes.tiles}>
        {seesAlarms && <StateTile />}
        {seesDevices && <PlayingTile role={role} />}
        {readsSchedules && <NextTile />}
        {readsRuns && <UnreachedTile />}
      </div>
    </section>
  );
}
