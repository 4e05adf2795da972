import { BULK_SERIALS_MAX } from '@belfry/schemas/http/devices/bulk';

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

/** Selects or deselects the devices of a page; those of other pages stay. */
export function withPage(
  selection: SelectionState,
  { page, filter }: Pick<Click, 'page' | 'filter'>,
  on: boolean,
): SelectionState {
  if (!on && isAll(selection, filter)) return NOTHING;
  const others = [...selection.serials].filter((serial) => !page.includes(serial));
  return { serials: limited(on ? [...others, ...page] : others), all: null, anchor: null };
}

/** These devices, as far as they may be selected one by one. */
export const only = (serials: readonly string[]): SelectionState => ({ ...NOTHING, serials: limited(serials) });
