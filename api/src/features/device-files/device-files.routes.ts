import {
  exportQuerySchema,
  IMPORT_BYTES_MAX,
  importAnswerSchema,
  importQuerySchema,
} from '@belfry/schemas/http/devices/files';
import { z } from 'zod';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canEditNode, canReadNode, findsNodesOfRoots } from '../../policies/owners.ts';
import { audit } from '../audit/index.ts';
import type { DeviceFilesDeps } from './deps.ts';
import { exportDevices } from './export.service.ts';
import { importDevices } from './import.service.ts';

const route = routeWith<DeviceFilesDeps>();
const CSV = 'text/csv';

export const deviceFilesRoutes = [
  route(
    {
      method: 'get',
      path: '/devices/export',
      summary: 'The devices that match the filters as CSV, without passes and keys',
      description:
        'UTF-8 with a byte order mark, RFC 4180. A cell that looks like a formula is preceded by an apostrophe.',
      access: 'admin',
      policy: canReadNode,
      query: exportQuerySchema,
      answer: z.file().mime(CSV),
      headers: { 'Content-Disposition': 'the name of the file' },
      errors: ['rate_limited'],
    },
    async ({ deps, query, user, ip, policy }) => {
      const filter = { ...query, hidesRoots: !findsNodesOfRoots(policy, user) };
      const chunks = await exportDevices(deps, user, filter);
      const entry = { action: 'device.export', object_kind: 'devices', object_id: '' } as const;
      await audit(deps.db, { user, ip }, { ...entry, details: { filter: query } });
      const name = `devices-${new Date().toISOString().slice(0, 10)}.csv`;
      return Reply.chunks(chunks, `${CSV}; charset=utf-8`, {
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      });
    },
  ),
  route(
    {
      method: 'post',
      path: '/devices/import',
      summary: 'Create and change devices from CSV by their serial numbers',
      description:
        'Columns: serial, pass, note, company_id (of a node of type Device), email, tags (separated by commas), mode. Empty cells ' +
        'change nothing; a pass is given to devices only that have none.',
      access: 'admin',
      policy: canEditNode,
      query: importQuerySchema,
      body: z.string(),
      bodyType: CSV,
      bodyLimit: IMPORT_BYTES_MAX,
      answer: importAnswerSchema,
      errors: ['unprocessable', 'rate_limited'],
    },
    ({ deps, user, ip, policy, query, body }) => importDevices({ deps, actor: { user, ip }, policy }, body, query),
  ),
];
