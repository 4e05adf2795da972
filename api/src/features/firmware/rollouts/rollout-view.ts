import type { Rollout } from '@belfry/schemas/http/firmware/rollouts';
import type { Wire } from '../../../http/routes/route.ts';
import type { RolloutView } from './rollouts.repository.ts';

const NONE = { pending: 0, downloading: 0, verifying: 0, installed: 0, rolled_back: 0, failed: 0, cancelled: 0 };

export const toRollout = ({
  id,
  phase,
  counts,
  started_by,
  started_by_name,
  ...rollout
}: RolloutView): Wire<Rollout> => ({
  ...rollout,
  rollout_id: id,
  phase: phase + 1,
  counts: { ...NONE, ...counts },
  started_by: started_by === null ? null : { id: started_by, name: started_by_name ?? '' },
});
