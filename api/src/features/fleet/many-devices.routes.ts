import { IMPORT_BYTES_MAX, filesHttp } from '@belfry/schemas/http/fleet/files';
import { Reply } from '../../http/routes/route.ts';
import {
  canEditNode,
  canReadNode,
  findsNodesOfRoots,
  canEditGroup,
  canTransferDevicesOf,
} from '../../policies/owners.ts';
import { audit } from '../../audit/audit-log.repository.ts';
import { importDevices } from './import.service.ts';
import { serve } from '../../serve.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { exportCsv } from '../../lib/csv.ts';
import { readExportPage, type DeviceFilter, type ExportedDevice } from '../devices/index.ts';
import type { Deps } from '../../deps.ts';
import { bulkHttp } from '@belfry/schemas/http/fleet/bulk';
import { canConfigureDevice, canEditDevice } from '../../policies/devices.ts';
import { changeDevices, previewChange } from './bulk.service.ts';

const PAGE = 500;
const COLUMNS = [
  'serial',
  'device_type',
  'mode',
  'status',
  'company_id',
  'company_name',
  'path',
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
const exportDevices = ({ long }: Deps, user: Principal, filter: DeviceFilter): Promise<AsyncIterable<string>> =>
  exportCsv<ExportedDevice>({
    columns: COLUMNS,
    pageSize: PAGE,
    readPage: (last) =>
      long.read(user.id, ({ db }) => readExportPage(db, user, filter, { after: last?.serial ?? '', limit: PAGE })),
    toRecord: (device) => ({ ...device, tags: device.tags.join(', ') }),
  });

export const deviceFilesRoutes = [
  serve(filesHttp.export, { access: 'admin', policy: canReadNode }, async ({ deps, query, user, ip, policy }) => {
    const filter = { ...query, hidesRoots: !findsNodesOfRoots(policy, user) };
    const chunks = await exportDevices(deps, user, filter);
    const entry = { action: 'device.export', object_kind: 'devices', object_id: '' } as const;
    await audit(deps.db, { user, ip }, { ...entry, details: { filter: query } });
    const name = `devices-${new Date().toISOString().slice(0, 10)}.csv`;
    return Reply.chunks(chunks, 'text/csv; charset=utf-8', {
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    });
  }),
  serve(
    filesHttp.import,
    { access: 'admin', policy: canEditNode, bodyLimit: IMPORT_BYTES_MAX, audit: 'service' },
    ({ deps, user, ip, policy, query, body: text, encoding }) =>
      importDevices({ deps, actor: { user, ip }, policy }, { text, encoding: encoding ?? 'utf-8' }, query),
  ),
];

const policy = {
  device: canConfigureDevice,
  edit: canEditDevice,
  node: canEditNode,
  group: canEditGroup,
  owner: canTransferDevicesOf,
};
export const deviceBulkRoutes = [
  serve(bulkHttp.change, { access: 'signed-in', policy, audit: 'service' }, ({ deps, user, ip, policy, body }) =>
    changeDevices({ deps, actor: { user, ip }, policy }, body.targets, body.change),
  ),
  serve(
    bulkHttp.preview,
    { access: 'signed-in', policy, audit: 'none: it shows what would happen' },
    ({ deps, user, ip, policy, body }) =>
      previewChange({ deps, actor: { user, ip }, policy }, body.targets, body.change),
  ),
];
