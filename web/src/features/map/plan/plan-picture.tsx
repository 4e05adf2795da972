import type { FloorPlanImage } from '@belfry/schemas/http/map/floor-plans';
import { Skeleton } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useLiveStatus } from '../../device-state/device-state-api.ts';
import { useGetFloorPlanImageQuery } from '../map-api.ts';
import { StateIcon } from '../map-markers.tsx';
import { useDrag } from '../use-drag.ts';
import type { PlacedMark } from './use-plan-editor.ts';
import classes from './plan.module.css';

export const DRAGGED_SERIAL = 'application/x-belfry-serial';

type Props = {
  companyId: number;
  name: string;
  image: FloorPlanImage;
  marks: readonly PlacedMark[];
  selected: string | null;
  onSelect: (serial: string) => void;
  /** Absent where the person only looks. */
  onPlace: ((serial: string, x: number, y: number) => void) | undefined;
  onRemove: (serial: string) => void;
};

/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- Devices are dropped here; the list places them without a mouse. */

export function PlanPicture({ companyId, name, image, marks, selected, onSelect, onPlace, onRemove }: Props) {
  const { t } = useTranslation('map');
  const errorText = useErrorMessage();
  const picture = useRef<HTMLElement>(null);
  const asked = useGetFloorPlanImageQuery({ company_id: companyId, sha256: image.sha256 });
  if (asked.error && asked.currentData === undefined) {
    return (
      <ErrorState
        message={errorText(asked.error, t('plan.error'))}
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      />
    );
  }
  const boxOf = (): DOMRect => picture.current?.getBoundingClientRect() ?? new DOMRect();
  return (
    <section
      ref={picture}
      className={classes.picture}
      style={{ aspectRatio: `${image.width} / ${image.height}` }}
      aria-label={t('plan.picture', { name })}
      onDragOver={(event) => {
        if (onPlace && event.dataTransfer.types.includes(DRAGGED_SERIAL)) event.preventDefault();
      }}
      onDrop={(event) => {
        const serial = event.dataTransfer.getData(DRAGGED_SERIAL);
        if (!onPlace || serial === '') return;
        event.preventDefault();
        const { left, top, width, height } = boxOf();
        onPlace(serial, (event.clientX - left) / (width || 1), (event.clientY - top) / (height || 1));
        onSelect(serial);
      }}
    >
      {asked.currentData === undefined ? (
        <Skeleton height="100%" />
      ) : (
        <img className={classes.image} src={asked.currentData} alt={t('plan.image', { name })} draggable={false} />
      )}
      {marks.map((mark) => (
        <PlanMark
          key={mark.serial}
          mark={mark}
          selected={mark.serial === selected}
          onSelect={() => onSelect(mark.serial)}
          onMove={onPlace && ((x, y) => onPlace(mark.serial, x, y))}
          onRemove={() => onRemove(mark.serial)}
          boxOf={boxOf}
        />
      ))}
    </section>
  );
}

/** How far an arrow key moves a device, as a fraction of the plan, and with Shift. */
const STEP = 0.01;
const LARGE_STEP = 0.05;
const STEPS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type MarkProps = {
  mark: PlacedMark;
  selected: boolean;
  onSelect: () => void;
  onMove: ((x: number, y: number) => void) | undefined;
  onRemove: () => void;
  boxOf: () => DOMRect;
};

/** One device: colour, icon and name. It is moved with the pointer and the arrow keys, and Delete takes it away. */
function PlanMark({ mark: { serial, name, x, y, status, has_alarm }, selected, onSelect, onMove, ...rest }: MarkProps) {
  const { onRemove, boxOf } = rest;
  const { t } = useTranslation(['map', 'ui']);
  const live = useLiveStatus(serial, status) ?? 'offline';
  const state = has_alarm ? 'alarm' : live;
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!onMove || (!step && event.key !== 'Delete')) return;
    event.preventDefault();
    const length = event.shiftKey ? LARGE_STEP : STEP;
    if (step) onMove(x + step[0] * length, y + step[1] * length);
    else onRemove();
  };
  const drag = useDrag({ x, y }, (start, right, down) => {
    const { width, height } = boxOf();
    onMove?.(start.x + right / (width || 1), start.y + down / (height || 1));
  });
  const stateText = has_alarm ? t('plan.alarm') : t(`ui:device.status.${live}`);
  return (
    <button
      type="button"
      className={classes.mark}
      data-state={state}
      data-serial={serial}
      data-movable={onMove !== undefined || undefined}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      aria-pressed={selected}
      aria-label={t('plan.mark', { name, state: stateText, x: Math.round(x * 100), y: Math.round(y * 100) })}
      onClick={onSelect}
      onKeyDown={press}
      {...(onMove && drag)}
    >
      <StateIcon state={state} size={18} />
      <span className={classes.markName}>{name}</span>
    </button>
  );
}
