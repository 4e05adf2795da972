import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSerial } from '@belfry/schemas/domain/serial';
import { BULK_SERIALS_MAX, type BulkBody } from '@belfry/schemas/http/fleet/bulk';
import type { DeviceFilters } from '../list/device-filter-values.ts';
import { parametersOf } from '../devices-api.ts';

export type BulkTargets = BulkBody['targets'];
export type DeviceSelection = ReturnType<typeof useDeviceSelection>;
type Shown = { page: readonly string[]; total: number };

/** The filters as the bulk calls take them; page size and order are none. */
const filterOf = ({
  page_size: _size,
  sort: _sort,
  ...filters
}: DeviceFilters): Omit<Partial<DeviceFilters>, 'page_size'> => parametersOf(filters);

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
  const [visible, setVisible] = useState<Shown>({ page: [], total: 0 });
  const all = isAll(selection, filter);
  const context = useRef({ page: visible.page, filter });
  useEffect(() => {
    context.current = { page: visible.page, filter };
  });
  const count = all ? visible.total : selection.serials.size;
  const targets = useMemo(
    () => (count === 0 ? null : targetsOf(selection, all ? filter : null)),
    [count, selection, all, filter],
  );
  return {
    all,
    count,
    total: visible.total,
    has: (serial: string): boolean => all || selection.serials.has(serial),
    onPage: all ? visible.page.length : visible.page.filter((serial) => selection.serials.has(serial)).length,
    pageSize: visible.page.length,
    /** What is sent to the server; null without a selection. */
    targets,
    /** Reports the rows that are shown. Stable. */
    show: useCallback(
      (now: Shown) => setVisible((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now)),
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
    choose: (serials: readonly string[]): void => setSelection(only(serials)),
    clear: useCallback(() => setSelection(NOTHING), []),
  };
}

/** `filter`: set where all devices that match it are selected. */
const targetsOf = ({ serials }: SelectionState, filter: string | null): BulkTargets =>
  filter === null ? { serials: [...serials].filter(isSerial) } : { filter: JSON.parse(filter) as BulkFilter };
type BulkFilter = Extract<BulkTargets, { filter: unknown }>['filter'];

/** The selected devices: named ones, or all that match a filter, which then goes to the server instead of their numbers. */
export type SelectionState = {
  serials: ReadonlySet<string>;
  /** The filter, as text, whose devices are all selected. */
  all: string | null;
  /** Where a range begins that the next click with Shift ends. */
  anchor: string | null;
};

export const NOTHING: SelectionState = { serials: new Set(), all: null, anchor: null };

/** Whether all devices of the present filter are selected; another filter ends that. A list without a filter has null. */
export const isAll = ({ all }: SelectionState, filter: string | null): boolean => all !== null && all === filter;

const limited = (serials: Iterable<string>): ReadonlySet<string> => new Set([...serials].slice(0, BULK_SERIALS_MAX));

/** With all devices of a filter selected, a click on one of them leaves those of the page, without that one. */
const named = (selection: SelectionState, filter: string | null, page: readonly string[]): ReadonlySet<string> =>
  isAll(selection, filter) ? new Set(page) : selection.serials;

type Click = { serial: string; page: readonly string[]; filter: string | null; range: boolean };

/** Selects or deselects a device; with `range` everything between the last click and this one becomes selected. */
export function clicked(selection: SelectionState, { serial, page, filter, range }: Click): SelectionState {
  const serials = named(selection, filter, page);
  const [from, to] = [page.indexOf(selection.anchor ?? ''), page.indexOf(serial)];
  if (range && from >= 0 && to >= 0) {
    const between = page.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { serials: limited([...serials, ...between]), all: null, anchor: serial };
  }
  const next = new Set(serials);
  if (!next.delete(serial)) next.add(serial);
  return { serials: limited(next), all: null, anchor: serial };
}

export function withPage(
  selection: SelectionState,
  { page, filter }: Pick<Click, 'page' | 'filter'>,
  on: boolean,
): SelectionState {
  if (!on && isAll(selection, filter)) return NOTHING;
  const others = [...selection.serials].filter((serial) => !page.includes(serial));
  return { serials: limited(on ? [...others, ...page] : others), all: null, anchor: null };
}

/** Limited to the number of devices that may be selected one by one. */
const only = (serials: readonly string[]): SelectionState => ({ ...NOTHING, serials: limited(serials) });
