import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { DEVICE_COLUMNS, type DeviceColumnId } from '../device-columns.tsx';

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
export type ChosenView = z.infer<typeof chosenSchema>;
const DEFAULT: ChosenView = { view: 'cards', columns: [...DEFAULT_COLUMNS] };
const storedSchema = z.record(z.string(), chosenSchema);

/** What a user of this browser has chosen last; see DEV-48. */
export const readView = (userId: number): ChosenView =>
  readLocal(LOCAL_KEYS.deviceViews, storedSchema)?.[String(userId)] ?? DEFAULT;

export function writeView(userId: number, chosen: ChosenView): void {
  writeLocal(LOCAL_KEYS.deviceViews, { ...readLocal(LOCAL_KEYS.deviceViews, storedSchema), [String(userId)]: chosen });
}
