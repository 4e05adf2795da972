import type { Principal } from '../../http/routes/principal.ts';
import { exportCsv } from '../../lib/csv.ts';
import { readExportPage, type DeviceFilter, type ExportedDevice } from '../devices/index.ts';
import type { Deps } from '../../deps.ts';

const PAGE = 500;
const COLUMNS = [
  'serial',
  'device_type',
  'mode',
  'status',
  'company_id',
  'company_name',
  'note',
  'description',
  'email',
  'tags',
  'device_version',
  'hostname',
  'ip',
  'last_seen',
  'created_at',
] as const satisfies (keyof ExportedDevice)[];

/**
 * The devices that match a filter as CSV, page by page in the order of their serial numbers. Throws before anything is sent if the
 * first page cannot be read.
 */
export const exportDevices = ({ long }: Deps, user: Principal, filter: DeviceFilter): Promise<AsyncIterable<string>> =>
  exportCsv<ExportedDevice>({
    columns: COLUMNS,
    pageSize: PAGE,
    readPage: (last) =>
      long.read(user.id, ({ db }) => readExportPage(db, user, filter, { after: last?.serial ?? '', limit: PAGE })),
    toRecord: (device) => ({ ...device, tags: device.tags.join(', ') }),
  });
