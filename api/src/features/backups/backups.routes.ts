import { backupsHttp } from '@belfry/schemas/http/backups';
import { serve } from '../../serve.ts';
import { changeSettings, readBackups, startBackup } from './backups.service.ts';

/** Whoever changes where backups go could read everything: roots only, with their own key. */
const RIGHTS = { access: 'root', ownKeyOnly: true } as const;

export const backupsRoutes = [
  serve(backupsHttp.read, RIGHTS, ({ deps }) => readBackups(deps)),
  serve(backupsHttp.configure, { ...RIGHTS, audit: 'service' }, ({ deps, user, ip, body }) =>
    changeSettings(deps, { user, ip }, body),
  ),
  serve(backupsHttp.start, { ...RIGHTS, audit: 'service' }, ({ deps, user, ip }) => startBackup(deps, { user, ip })),
];
