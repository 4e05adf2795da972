import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { canHandleAlarms, readableMaintenance } from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { calendarBetween, changeWindow, createWindow, listWindows, removeWindow } from './maintenance.service.ts';

const READING = { access: 'signed-in', policy: readableMaintenance } as const;
const EDITING = { access: 'signed-in', policy: canHandleAlarms, audit: 'service' } as const;

export const maintenanceRoutes = [
  serve(maintenanceHttp.list, READING, ({ deps, user, policy, query }) =>
    listWindows(deps, user, policy, query.company_id),
  ),
  serve(maintenanceHttp.calendar, READING, ({ deps, user, policy, query }) =>
    calendarBetween(deps, user, policy(user), query),
  ),
  serve(maintenanceHttp.create, EDITING, ({ deps, user, ip, policy, body }) =>
    createWindow(deps, { user, ip }, policy, body),
  ),
  serve(maintenanceHttp.change, EDITING, ({ deps, user, ip, policy, params: { window_id }, body }) =>
    changeWindow(deps, { user, ip }, policy, { ...body, window_id }),
  ),
  serve(maintenanceHttp.remove, EDITING, ({ deps, user, ip, policy, params: { window_id } }) =>
    removeWindow(deps, { user, ip }, policy, window_id),
  ),
];
