import type { FloorPlan, PlacedDevice } from '@belfry/schemas/http/map/floor-plans';
import { useState } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { usePlaceDevicesMutation } from '../map-api.ts';
import type { BranchDevice } from '../map-state.ts';

export type PlacedMark = Pick<PlacedDevice, 'serial' | 'x' | 'y' | 'name' | 'status' | 'has_alarm'>;

const within = (value: number): number => Math.min(1, Math.max(0, Number(value.toFixed(4))));

/** The devices on a floor plan while they are being placed, and saving them. Null in `marks`: nothing was changed. */
export function usePlanEditor(plan: FloorPlan, branch: readonly BranchDevice[]) {
  const [changed, setChanged] = useState<{ marks: readonly PlacedMark[]; revision: number } | null>(null);
  const [save, { isLoading, error, reset }] = usePlaceDevicesMutation();
  const marks = changed?.marks ?? plan.devices;
  const change = (next: readonly PlacedMark[]): void => {
    reset();
    // What others save meanwhile is refused and not overwritten: the revision is that of the list which is being changed.
    setChanged({ marks: next, revision: changed?.revision ?? plan.revision });
  };
  return {
    marks,
    dirty: changed !== null,
    saving: isLoading,
    error,
    isConflict: isApiError(error) && error.code === 'edit_conflict',
    place: (serial: string, x: number, y: number): void => {
      const at = { x: within(x), y: within(y) };
      const present = marks.find((mark) => mark.serial === serial);
      if (present) return change(marks.map((mark) => (mark.serial === serial ? Object.assign({}, mark, at) : mark)));
      const device = branch.find((each) => each.serial === serial);
      if (!device) return undefined;
      const { name, status } = device;
      return change([...marks, { serial, name, status: status ?? 'offline', has_alarm: false, ...at }]);
    },
    remove: (serial: string): void => change(marks.filter((mark) => mark.serial !== serial)),
    discard: (): void => {
      reset();
      setChanged(null);
    },
    submit: async (): Promise<boolean> => {
      if (!changed) return true;
      const devices = changed.marks.map(({ serial, x, y }) => ({ serial, x, y }));
      const done = await save({ company_id: plan.company_id, revision: changed.revision, devices });
      if (!done.error) setChanged(null);
      return !done.error;
    },
  };
}
