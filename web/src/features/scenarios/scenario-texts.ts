import type { ScenarioRunSummary } from '@belfry/schemas/http/scenarios/runs';
import type { RowState } from '../../kit/list/index.ts';

export const runStateOf = ({ state, drill }: Pick<ScenarioRunSummary, 'state' | 'drill'>): RowState => {
  if (state === 'confirming') return 'look';
  if (state === 'running') return drill ? 'look' : 'wrong';
  return state === 'finished' ? 'ok' : 'off';
};
