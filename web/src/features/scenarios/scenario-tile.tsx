import type { ScenarioTile as Tile } from '@belfry/schemas/http/scenarios/scenarios';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertHexagon,
  IconBell,
  IconCheck,
  IconCloudStorm,
  IconDoor,
  IconFirstAidKit,
  IconFlame,
  IconLock,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { When } from '../../ui/when.tsx';
import { useHold } from '../../ui/use-hold.ts';
import classes from './scenarios.module.css';

/** How long a tile is held, as those of emergencies; see ANN-11. */
const HOLD_MS = 2_000;

export const ICONS: Record<Tile['icon'], Icon> = {
  bell: IconBell,
  fire: IconFlame,
  lock: IconLock,
  storm: IconCloudStorm,
  medical: IconFirstAidKit,
  door: IconDoor,
  people: IconUsers,
  check: IconCheck,
  info: IconAlertHexagon,
};

type Props = { tile: Tile; place?: string; drill: boolean; disabled: boolean; onHeld: () => void };

export function ScenarioTile({ tile, place, drill, disabled, onHeld }: Props) {
  const { t } = useTranslation('scenarios');
  const { holding, pointer, keys } = useHold(HOLD_MS, onHeld);
  const Mark = ICONS[tile.icon];
  return (
    <UnstyledButton
      className={classes.tile}
      data-colour={tile.colour}
      data-drill={drill || undefined}
      data-holding={holding || undefined}
      disabled={disabled}
      onContextMenu={(event) => event.preventDefault()}
      {...(!disabled && { ...pointer, ...keys })}
    >
      <Mark size={28} stroke={1.5} aria-hidden />
      <span className={classes.name}>{tile.name}</span>
      {place !== undefined && <span>{place}</span>}
      <span>{t(tile.running === null ? (drill ? 'hold_drill' : 'hold') : 'is_running')}</span>
      {tile.missed !== null && tile.missed > 0 && <span>{t('misses', { count: tile.missed })}</span>}
      {tile.missed !== null && tile.missed > 0 && tile.checked_at !== null && (
        <span>
          {t('looked_at')} <When at={tile.checked_at} />
        </span>
      )}
      <VisuallyHidden component="output">{holding && t('holding')}</VisuallyHidden>
    </UnstyledButton>
  );
}
