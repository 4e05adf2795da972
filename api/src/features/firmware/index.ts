// Archives and their rollout.
export { createFirmware } from './firmware.ts';
export { archivesRoutes } from './archives/archives.routes.ts';
export { advanceRollout } from './rollouts/advance-rollout.ts';
export { keepRolloutOutcomes } from './rollouts/kept-outcomes.repository.ts';
export { resumeStalledRollouts, ROLLOUT_STEPS } from './rollouts/rollout-queue.ts';
export { rolloutsRoutes } from './rollouts/rollouts.routes.ts';
