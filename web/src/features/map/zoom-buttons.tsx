import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus, IconWorld } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import type { MapFrame } from './map-state.ts';
import classes from './map.module.css';

type ZoomProps = { frame: MapFrame };

export function ZoomButtons({ frame }: ZoomProps) {
  const { t } = useTranslation('map');
  const world = { latitude: 25, longitude: 15, zoom: 2 };
  return (
    <div className={classes.controls}>
      <ActionIcon variant="default" size={32} aria-label={t('zoom_in')} onClick={() => frame.zoomBy(1)}>
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={32} aria-label={t('zoom_out')} onClick={() => frame.zoomBy(-1)}>
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={32} aria-label={t('whole')} onClick={() => frame.go(world)}>
        <IconWorld size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
