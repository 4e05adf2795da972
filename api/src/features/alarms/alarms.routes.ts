import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { readableAlarms } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { countAlarms } from './alarms.repository.ts';
import { acknowledge, comment, listAlarms, readAlarm, readerOf, snooze } from './alarms.service.ts';

const RIGHTS = { access: 'signed-in', policy: readableAlarms } as const;

export const alarmRoutes = [
  serve(alarmsHttp.list, RIGHTS, ({ deps, user, policy, query }) => listAlarms(deps, user, policy, query)),
  // Before the route with {alarm_id}, which matches `summary` too.
  serve(alarmsHttp.summary, RIGHTS, ({ deps, user, policy }) => countAlarms(deps.db, readerOf(user, policy), user.id)),
  serve(alarmsHttp.read, RIGHTS, ({ deps, user, policy, params: { alarm_id } }) =>
    readAlarm(deps, user, policy, alarm_id),
  ),
  serve(
    alarmsHttp.acknowledge,
    { ...RIGHTS, audit: 'service' },
    ({ deps, user, ip, policy, params: { alarm_id }, body }) =>
      acknowledge(deps, { actor: { user, ip }, policy, alarmId: alarm_id, comment: body.comment }),
  ),
  serve(alarmsHttp.snooze, { ...RIGHTS, audit: 'service' }, ({ deps, user, ip, policy, params: { alarm_id }, body }) =>
    snooze(deps, { actor: { user, ip }, policy, alarmId: alarm_id, minutes: body.minutes, comment: body.comment }),
  ),
  serve(alarmsHttp.comment, { ...RIGHTS, audit: 'service' }, ({ deps, user, ip, policy, params: { alarm_id }, body }) =>
    comment(deps, { actor: { user, ip }, policy, alarmId: alarm_id, comment: body.comment }),
  ),
];
