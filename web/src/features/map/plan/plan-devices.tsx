import { PLACEMENTS_MAX } from '@belfry/schemas/http/map/floor-plans';
import { Button, Text, Title } from '@mantine/core';
import { IconMapPinPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { StatusDot } from '../../../ui/devices/device-marks.tsx';
import { useLiveStatus } from '../../device-state/device-state-api.ts';
import type { BranchDevice } from '../map-state.ts';
import { DRAGGED_SERIAL } from './plan-picture.tsx';
import type { PlacedMark } from './use-plan-editor.ts';
import classes from './plan.module.css';

/** A branch may have thousands of devices; those that are placed already come first. */
const SHOWN = 200;

type Props = {
  devices: readonly BranchDevice[];
  marks: readonly PlacedMark[];
  /** Absent where the person only looks. */
  onAdd: ((serial: string) => void) | undefined;
  onRemove: (serial: string) => void;
  onSelect: (serial: string) => void;
};

/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- The button of a row does without a mouse what dragging the row does. */

export function PlanDevices({ devices, marks, onAdd, onRemove, onSelect }: Props) {
  const { t } = useTranslation('map');
  const id = useId();
  const placed = new Set(marks.map(({ serial }) => serial));
  const sorted = devices.toSorted((one, other) => Number(placed.has(other.serial)) - Number(placed.has(one.serial)));
  const listed = onAdd ? sorted : sorted.filter(({ serial }) => placed.has(serial));
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h6" id={id} mb={4}>
        {t('plan.devices')}
      </Title>
      {listed.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(onAdd ? 'plan.no_devices' : 'plan.none_placed')}
        </Text>
      )}
      <ul className={classes.list} aria-labelledby={id}>
        {listed.slice(0, SHOWN).map((device) => {
          const { serial, name } = device;
          const isPlaced = placed.has(serial);
          return (
            <li
              key={serial}
              className={classes.row}
              draggable={onAdd !== undefined && !isPlaced}
              onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED_SERIAL, serial)}
            >
              <DeviceText device={device} />
              {isPlaced ? (
                <>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => onSelect(serial)}
                    aria-label={t('plan.find', { name })}
                  >
                    {t('plan.find_short')}
                  </Button>
                  {onAdd && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="error"
                      aria-label={t('plan.take', { name })}
                      onClick={() => onRemove(serial)}
                    >
                      <IconTrash size={16} aria-hidden />
                    </Button>
                  )}
                </>
              ) : (
                <Button
                  size="compact-sm"
                  variant="light"
                  leftSection={<IconMapPinPlus size={14} aria-hidden />}
                  disabled={marks.length >= PLACEMENTS_MAX}
                  aria-label={t('plan.put', { name })}
                  onClick={() => onAdd?.(serial)}
                >
                  {t('plan.put_short')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {listed.length > SHOWN && <Text size="sm">{t('more_devices', { count: listed.length - SHOWN })}</Text>}
    </section>
  );
}

function DeviceText({ device: { serial, name, status } }: { device: BranchDevice }) {
  const now = useLiveStatus(serial, status) ?? 'offline';
  return (
    <span className={classes.text}>
      <span>{name}</span>
      <StatusDot status={now} />
    </span>
  );
}
