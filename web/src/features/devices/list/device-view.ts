import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { DEVICE_COLUMNS, type DeviceColumnId } from '../device-columns.tsx';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAddress } from '../../../lib/address.ts';
import { selectSession } from '../../../lib/session/session-slice.ts';

export const DEVICE_VIEWS = ['cards', 'table', 'wall'] as const;
export type DeviceView = (typeof DEVICE_VIEWS)[number];
export const viewSchema = z.enum(DEVICE_VIEWS);

/** The serial number is always the first column of the table. */
export type TableColumn = Exclude<DeviceColumnId, 'serial'>;
export const TABLE_COLUMNS = Object.keys(DEVICE_COLUMNS).filter((id) => id !== 'serial') as TableColumn[];
const DEFAULT_COLUMNS: readonly TableColumn[] = ['status', 'company', 'mode', 'version', 'tags', 'last_seen'];

const chosenSchema = z.object({
  view: viewSchema.catch('cards'),
  columns: z
    .array(z.string())
    .transform((ids) => TABLE_COLUMNS.filter((id) => ids.includes(id)))
    .catch([...DEFAULT_COLUMNS]),
});
type ChosenView = z.infer<typeof chosenSchema>;
const DEFAULT: ChosenView = { view: 'cards', columns: [...DEFAULT_COLUMNS] };
const storedSchema = z.record(z.string(), chosenSchema);

/** What a user of this browser has chosen last; see DEV-48. */
const readView = (userId: number): ChosenView =>
  readLocal(LOCAL_KEYS.deviceViews, storedSchema)?.[String(userId)] ?? DEFAULT;

function writeView(userId: number, view: ChosenView): void {
  writeLocal(LOCAL_KEYS.deviceViews, { ...readLocal(LOCAL_KEYS.deviceViews, storedSchema), [String(userId)]: view });
}

const PARAM = 'view';

/**
 * The view of the list and the columns of the table: the view from the address, otherwise the stored one, otherwise cards. The
 * address names it when it is not cards, so that a shared link shows the same.
 */
export function useDeviceView() {
  const userId = useSelector(selectSession)?.user_id ?? 0;
  const [address, setAddress] = useAddress();
  const [storedView, setStoredView] = useState(() => readView(userId));
  const named = viewSchema.safeParse(address.get(PARAM)).data;
  const view = named ?? storedView.view;
  const missing = named === undefined && view !== 'cards';

  const name = (next: DeviceView, replace: boolean): void =>
    setAddress(
      (now) => {
        const parameters = new URLSearchParams(now);
        if (next === 'cards') parameters.delete(PARAM);
        else parameters.set(PARAM, next);
        return parameters;
      },
      { replace, preventScrollReset: true },
    );
  useEffect(() => {
    if (missing) name(view, true);
  });

  const store = (change: Partial<typeof storedView>): void => {
    const next = { ...storedView, ...change };
    setStoredView(next);
    writeView(userId, next);
  };
  return {
    view,
    columns: storedView.columns,
    chooseView: (next: DeviceView): void => {
      store({ view: next });
      name(next, false);
    },
    chooseColumns: (columns: TableColumn[]): void => store({ columns }),
  };
}
