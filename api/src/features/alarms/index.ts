// What is wrong at which place, told once to those who repair it.
import { alarmRoutes } from './alarms.routes.ts';
import { maintenanceRoutes } from './maintenance/maintenance.routes.ts';
import { pushRoutes } from './push/index.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { alarmRuleRoutes } from './rules.routes.ts';
import { soundTestRoutes } from './sound/sound-tests.routes.ts';

export { createAlarms, type Alarms } from './alarms.ts';
export { noteAlarmNotices } from './channels/note-notices.ts';
export { sendAlarmNotices } from './channels/send-notices.ts';
export { certificateDays } from './certificate.ts';
export { createAlarmEvaluator } from './evaluator/evaluator.ts';
export { deleteOldAlarms } from './evaluator/progress.repository.ts';
export { expandWindows } from './maintenance/maintenance.service.ts';
export { sendMonthlyReports } from './reports/monthly-mail.ts';
export { ALARM_THRESHOLDS_CHANNEL } from './rules.repository.ts';
export { alarmRuleGrant } from './rules.service.ts';
export { newPace, runSoundTests } from './sound/nightly.ts';
export { storePassiveResults, storeSoundResults } from './sound/sound-results.ts';

export const alarmsRoutes = [
  ...alarmRoutes,
  ...alarmRuleRoutes,
  ...maintenanceRoutes,
  ...pushRoutes,
  ...reportRoutes,
  ...soundTestRoutes,
];
