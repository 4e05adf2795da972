// What is wrong at which place, told once to those who repair it.
import { alarmRoutes } from './alarms.routes.ts';
import { maintenanceRoutes } from './maintenance/maintenance.routes.ts';
import { alarmRuleRoutes } from './rules.routes.ts';

export { createAlarms, type AlarmReport, type Alarms } from './alarms.ts';
export { noteAlarmNotices } from './channels/note-notices.ts';
export { sendAlarmNotices } from './channels/send-notices.ts';
export { certificateDays } from './certificate.ts';
export { createAlarmEvaluator } from './evaluator/evaluator.ts';
export { SUPERVISED } from './evaluator/nodes.repository.ts';
export { deleteOldAlarms } from './evaluator/progress.repository.ts';
export { findZone } from './maintenance/maintenance.repository.ts';
export { expandWindows } from './maintenance/maintenance.service.ts';
export { type AlarmNode, requireNode } from './node-access.ts';
export { ALARM_THRESHOLDS_CHANNEL } from './rules.repository.ts';
export { alarmRuleGrant } from './rules.service.ts';

export const alarmsRoutes = [...alarmRoutes, ...alarmRuleRoutes, ...maintenanceRoutes];
export { findAlarmsByTime, findUrgentAlarms } from './alarms.repository.ts';
export { readerOf } from './alarms.service.ts';
