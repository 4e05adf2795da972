import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSerial } from '@belfry/schemas/domain/serial';
import { BULK_SERIALS_MAX, type BulkBody } from '@belfry/schemas/http/devices/bulk';
import type { DeviceFilters } from '../filters/device-filter-values.ts';
import { parametersOf } from '../devices-api.ts';
import { clicked, isAll, NOTHING, only, withPage, type SelectionState } from './device-selection.ts';

export type BulkTargets = BulkBody['targets'];
export type DeviceSelection = ReturnType<typeof useDeviceSelection>;
type Shown = { page: readonly string[]; total: number };

/** The filters as the bulk calls take them; page size and order are none. */
const filterOf = ({ page_size: _size, sort: _sort, ...filters }: DeviceFilters): Partial<DeviceFilters> =>
  parametersOf(filters);

/** The devices that are selected in the fleet. All that match the filters go to the server as these filters. */
export const useFleetSelection = (filters: DeviceFilters): DeviceSelection =>
  useDeviceSelection(JSON.stringify(filterOf(filters)));

/** The devices that are selected in a list that the console has as a whole: all of them go to the server by name. */
export function useListSelection(matching: readonly string[]): DeviceSelection {
  const selection = useDeviceSelection(null);
  const { has, choose } = selection;
  return {
    ...selection,
    all: matching.length > 0 && matching.slice(0, BULK_SERIALS_MAX).every(has),
    chooseAll: () => choose(matching),
  };
}

/** The devices that are selected in a list; they stay selected while paging and filtering. `filter`: null where it has none. */
function useDeviceSelection(filter: string | null) {
  const [selection, setSelection] = useState(NOTHING);
  const [shown, setShown] = useState<Shown>({ page: [], total: 0 });
  const all = isAll(selection, filter);
  const context = useRef({ page: shown.page, filter });
  useEffect(() => {
    context.current = { page: shown.page, filter };
  });
  const count = all ? shown.total : selection.serials.size;
  const targets = useMemo(
    () => (count === 0 ? null : targetsOf(selection, all ? filter : null)),
    [count, selection, all, filter],
  );
  return {
    all,
    count,
    total: shown.total,
    has: (serial: string): boolean => all || selection.serials.has(serial),
    /** How many devices of the shown page are selected. */
    onPage: all ? shown.page.length : shown.page.filter((serial) => selection.serials.has(serial)).length,
    pageSize: shown.page.length,
    /** What is sent to the server; null without a selection. */
    targets,
    /** Reports the rows that are shown. Stable. */
    show: useCallback(
      (now: Shown) => setShown((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now)),
      [],
    ),
    /** Selects or deselects one device. Stable, because cards are memoised. */
    click: useCallback(
      (serial: string, range: boolean) =>
        setSelection((before) => clicked(before, { ...context.current, serial, range })),
      [],
    ),
    choosePage: (on: boolean): void => setSelection((before) => withPage(before, { ...context.current }, on)),
    chooseAll: (): void => setSelection({ ...NOTHING, all: filter }),
    /** Selects these devices. */
    choose: (serials: readonly string[]): void => setSelection(only(serials)),
    clear: useCallback(() => setSelection(NOTHING), []),
  };
}

/** `filter`: where all of its devices are selected. */
const targetsOf = ({ serials }: SelectionState, filter: string | null): BulkTargets =>
  filter === null ? { serials: [...serials].filter(isSerial) } : { filter: JSON.parse(filter) as BulkFilter };
type BulkFilter = Extract<BulkTargets, { filter: unknown }>['filter'];
