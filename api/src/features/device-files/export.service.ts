import { stringify } from 'csv-stringify/sync';
import type { Principal } from '../../http/routes/principal.ts';
import { readExportPage, type DeviceFilter, type ExportedDevice } from '../devices/index.ts';
import type { DeviceFilesDeps } from './deps.ts';

/** Devices of one statement, so that a slow client occupies no connection. */
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

/** Spreadsheets open UTF-8 with it. */
const BOM = '\uFEFF';
const HEAD = `${BOM}${COLUMNS.join(',')}\r\n`;

/** Lines by RFC 4180. A cell that a spreadsheet would read as a formula is preceded by an apostrophe. */
const linesOf = (devices: readonly ExportedDevice[]): string =>
  stringify(
    devices.map((device) => ({ ...device, tags: device.tags.join(', ') })),
    { columns: [...COLUMNS], record_delimiter: 'windows', escape_formulas: true },
  );

/**
 * The devices that match a filter as CSV, page by page in the order of their serial numbers. The first page is read before
 * anything is sent, so that a failure is an ordinary error.
 */
export async function exportDevices(
  { long }: DeviceFilesDeps,
  user: Principal,
  filter: DeviceFilter,
): Promise<AsyncIterable<string>> {
  const readPage = (after: string) =>
    long.read(user.id, ({ pool }) => readExportPage(pool, user, filter, { after, limit: PAGE }));
  const first = await readPage('');
  return (async function* () {
    yield HEAD;
    for (
      let page = first;
      page.length > 0;
      page = page.length < PAGE ? [] : await readPage(page.at(-1)?.serial ?? '')
    ) {
      yield linesOf(page);
    }
  })();
}
