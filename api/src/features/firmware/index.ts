// Archives and their rollout.
export { createFirmware } from './firmware.ts';
export { archivesRoutes, rolloutsRoutes } from './firmware.routes.ts';
export { advanceRollout, resumeStalledRollouts, ROLLOUT_STEPS } from './advance-rollout.ts';
export { keepRolloutOutcomes } from './rollouts.repository.ts';
