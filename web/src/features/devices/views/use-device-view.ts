import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useAddress } from '../../../lib/address.ts';
import { selectSession } from '../../../lib/session/session-slice.ts';
import { readView, viewSchema, writeView, type DeviceView, type TableColumn } from './device-view.ts';

const PARAM = 'view';

/**
 * The view of the list and the columns of the table: the view from the address, otherwise the stored one, otherwise cards. The
 * address names it when it is not cards, so that a shared link shows the same.
 */
export function useDeviceView() {
  const userId = useSelector(selectSession)?.user_id ?? 0;
  const [address, setAddress] = useAddress();
  const [stored, setStored] = useState(() => readView(userId));
  const named = viewSchema.safeParse(address.get(PARAM)).data;
  const view = named ?? stored.view;
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

  const store = (change: Partial<typeof stored>): void => {
    const next = { ...stored, ...change };
    setStored(next);
    writeView(userId, next);
  };
  return {
    view,
    columns: stored.columns,
    chooseView: (next: DeviceView): void => {
      store({ view: next });
      name(next, false);
    },
    chooseColumns: (columns: TableColumn[]): void => store({ columns }),
  };
}
