// What was prepared, and what starts it: calls, inputs, alarms, alerts.
export { noteAlarmFirings } from './alarm-firings.ts';
export { findAsking } from './asking.repository.ts';
export { createFiringSignal } from './firing-signal.ts';
export { deleteOldFirings } from './firings.repository.ts';
export { createInputsIngest } from './inputs/inputs.ingest.ts';
export { deleteOldInputs } from './inputs/inputs.repository.ts';
export { startFirings } from './start-firings.ts';
export { triggersRoutes } from './triggers.routes.ts';
export { triggerGrant } from './triggers.service.ts';
