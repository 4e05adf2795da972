import type { Coordinates } from '@belfry/schemas/domain/coordinates';
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconMapPinFilled } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { useGetMapTilesQuery } from './map-api.ts';
import { coordinatesText, roundedCoordinates } from './coordinates.ts';
import { LeafletMap, ZOOM_OF_PLACE } from './leaflet-map.tsx';
import type { MapFrame } from './map-state.ts';
import { useDrag } from './use-drag.ts';
import classes from './map.module.css';

export type PlacePickerProps = {
  name: string;
  initial: Coordinates | null;
  onPick: (place: Coordinates) => void;
  onClose: () => void;
};

/** How far an arrow key moves the marker (px), and with Shift. */
const STEP_PX = 8;
const LARGE_STEP_PX = 64;
const STEPS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Places a marker on a map: by a click, by dragging it, or with the arrow keys; see TREE-59. */
export function PlacePicker({ name, initial, onPick, onClose }: PlacePickerProps) {
  const { t } = useTranslation('map');
  const mobile = useMobile();
  const { data: tiles, isLoading } = useGetMapTilesQuery();
  const [place, setPlace] = useState<Coordinates | null>(initial);
  const choose = (latitude: number, longitude: number): void => setPlace(roundedCoordinates({ latitude, longitude }));
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={mobile}
      title={t('pick.title', { name })}
      closeButtonProps={{ 'aria-label': t('pick.cancel') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('pick.text')}
        </Text>
        <div className={classes.picker}>
          {isLoading ? (
            <Skeleton height="100%" />
          ) : (
            <LeafletMap
              label={t('pick.map')}
              start={initial ? { ...initial, zoom: ZOOM_OF_PLACE } : []}
              tiles={tiles ?? null}
              onPick={choose}
              hasButtons
            >
              {(frame) => <Pin frame={frame} place={place ?? frame.place} isSet={place !== null} onChange={choose} />}
            </LeafletMap>
          )}
        </div>
        <Text component="output" size="sm" className="tabular">
          {place ? t('pick.at', { place: coordinatesText(place) }) : t('pick.nowhere')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('pick.cancel')}
          </Button>
          <Button disabled={place === null} onClick={() => place && onPick(place)}>
            {t('pick.use')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type PinProps = {
  frame: MapFrame;
  place: Coordinates;
  isSet: boolean;
  onChange: (latitude: number, longitude: number) => void;
};

/** The marker. Until it is set, it is in the middle of the map. */
function Pin({ frame, place, isSet, onChange }: PinProps) {
  const { t } = useTranslation('map');
  const { x, y } = frame.pointOf(place.latitude, place.longitude);
  const moveTo = (nextX: number, nextY: number): void => {
    const { latitude, longitude } = frame.placeAt(nextX, nextY);
    onChange(latitude, longitude);
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    const px = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
    moveTo(x + (step?.[0] ?? 0) * px, y + (step?.[1] ?? 0) * px);
  };
  const drag = useDrag({ x, y }, (start, right, down) => moveTo(start.x + right, start.y + down));
  return (
    <button
      type="button"
      // The map must not move with the marker.
      ref={(button) => keepFromMap(button)}
      className={classes.pin}
      style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -100%)`, opacity: isSet ? 1 : 0.5 }}
      aria-label={t(isSet ? 'pick.pin' : 'pick.pin_unset', { place: coordinatesText(place) })}
      onKeyDown={press}
      {...drag}
      onClick={() => isSet || moveTo(x, y)}
    >
      <IconMapPinFilled size={40} aria-hidden />
    </button>
  );
}

const stop = (event: Event): void => event.stopPropagation();

/** Mouse and touch events of the marker do not reach the map, which would begin to drag itself. */
function keepFromMap(button: HTMLButtonElement | null): void {
  for (const kind of ['mousedown', 'touchstart', 'dblclick']) button?.addEventListener(kind, stop);
}
