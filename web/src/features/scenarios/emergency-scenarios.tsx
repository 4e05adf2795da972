import { useNavigate } from 'react-router';
import { useTranslation } from '../../lib/translation.ts';
import { useAct } from '../../ui/use-act.ts';
import { ScenarioTile } from './scenario-tile.tsx';
import { useGetScenarioTilesQuery, useStartScenarioMutation } from './scenarios-api.ts';

type Props = { drill: boolean; onStarted: () => void };

/** Tiles of the scenarios with an emergency that the person may start, each at its own places. */
export function EmergencyScenarios({ drill, onStarted }: Props) {
  const { t } = useTranslation('scenarios');
  const navigate = useNavigate();
  const { data = [] } = useGetScenarioTilesQuery();
  const [start] = useStartScenarioMutation();
  const { act, pending } = useAct();
  const press = async (id: number): Promise<void> => {
    const started = await act(() => start({ id, drill, variables: {} }), { failed: t('start_failed') });
    if (!started) return;
    onStarted();
    void navigate(`/scenarios/runs/${started.scenario_run_id}`);
  };
  return data
    .filter(({ is_emergency }) => is_emergency)
    .map((tile) => (
      <ScenarioTile
        key={tile.id}
        tile={tile}
        place={[tile.path, tile.company_name].filter(Boolean).join(' / ')}
        drill={drill || tile.drill}
        disabled={pending}
        onHeld={() => void press(tile.id)}
      />
    ));
}
