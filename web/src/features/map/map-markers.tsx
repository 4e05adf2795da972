import type { MapNode } from '@belfry/schemas/http/map/map';
import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlugConnectedX,
  IconTool,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import type { MapFrame } from './map-state.ts';
import { countIn, type MapState, type Marker, worstState } from './map-state.ts';
import classes from './map.module.css';

const ICONS: Record<MapState, Icon> = {
  alarm: IconAlertTriangle,
  offline: IconPlugConnectedX,
  maintenance: IconTool,
  online: IconCircleCheck,
  none: IconCircleDashed,
};

export const StateIcon = ({ state, size = 16 }: { state: MapState; size?: number }) => {
  const Mark = ICONS[state];
  return <Mark size={size} className={classes.stateIcon ?? ''} data-state={state} aria-hidden />;
};

export function useStateText(): (counts: MapNode['devices']) => string {
  const { t } = useTranslation('map');
  return (counts) => {
    const state = worstState(counts);
    return t(`state.${state}`, { count: countIn(state, counts) });
  };
}

type Props = {
  markers: readonly Marker[];
  frame: MapFrame;
  selected: number | null;
  onOpen: (marker: Marker) => void;
};

export function MapMarkers({ markers, frame, selected, onOpen }: Props) {
  const { t } = useTranslation('map');
  const stateText = useStateText();
  return markers.map((marker) => {
    const { key, latitude, longitude, counts, node, cluster } = marker;
    const { x, y } = frame.pointOf(latitude, longitude);
    const state = worstState(counts);
    const text = stateText(counts);
    const name = node ? node.name : t('cluster', { count: cluster?.places ?? 0 });
    return (
      <button
        key={key}
        type="button"
        className={classes.marker}
        style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
        data-state={state}
        data-cluster={cluster !== null || undefined}
        aria-pressed={node ? node.company_id === selected : undefined}
        onClick={() => onOpen(marker)}
      >
        <VisuallyHidden>
          {t('marker', { name, total: t('devices', { count: counts.total }), state: text })}
        </VisuallyHidden>
        <span className={classes.count} aria-hidden>
          <StateIcon state={state} /> {cluster ? cluster.places : counts.total}
        </span>
        {node && (
          <span className={classes.text} aria-hidden>
            {node.name}
          </span>
        )}
        <span className={classes.text} aria-hidden>
          {text}
        </span>
      </button>
    );
  });
}
