import { IMPORT_BYTES_MAX, filesHttp } from '@belfry/schemas/http/devices/files';
import { Reply } from '../../http/routes/route.ts';
import { canEditNode, canReadNode, findsNodesOfRoots } from '../../policies/owners.ts';
import { audit } from '../audit/index.ts';
import { exportDevices } from './export.service.ts';
import { importDevices } from './import.service.ts';
import { serve } from '../../serve.ts';

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
    { access: 'admin', policy: canEditNode, bodyLimit: IMPORT_BYTES_MAX },
    ({ deps, user, ip, policy, query, body }) => importDevices({ deps, actor: { user, ip }, policy }, body, query),
  ),
];
