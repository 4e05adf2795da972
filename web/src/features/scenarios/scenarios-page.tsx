import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ScenarioTile as Tile } from '@belfry/schemas/http/scenarios/scenarios';
import { ListHead, Row, Rows, useFailure } from '../../kit/list/index.ts';
import { Panel } from '../../kit/panel/index.ts';
import { useAddress } from '../../lib/address.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { NotLive } from '../../ui/states/not-live.tsx';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import { useMay } from '../teams/teams-api.ts';
import { ScenarioDrawer } from './scenario-drawer.tsx';
import { type ScenarioExample, ScenarioExamples } from './scenario-examples.tsx';
import { ScenarioForm } from './scenario-form.tsx';
import { ScenarioTile } from './scenario-tile.tsx';
import { runStateOf } from './scenario-texts.ts';
import {
  useGetScenarioRunsQuery,
  useGetScenariosQuery,
  useGetScenarioTilesQuery,
  useStartScenarioMutation,
} from './scenarios-api.ts';
import classes from './scenarios.module.css';

const VIEWS = ['start', 'runs', 'edit'] as const;
type View = (typeof VIEWS)[number];
const RUNS_SHOWN = 50;

/** Tiles to press, what became of the last presses, and for managers what the tiles do. */
export function ScenariosPage() {
  const { t } = useTranslation('scenarios');
  const [address, setAddress] = useAddress();
  const manages = useMay('manage_members');
  const offered = VIEWS.filter((view) => view !== 'edit' || manages);
  const view = offered.find((each) => each === address.get('view')) ?? 'start';
  const [creating, setCreating] = useState<'empty' | ScenarioExample | null>(null);
  const examples = manages && <ScenarioExamples onChoose={(example) => setCreating(() => example)} />;
  return (
    <>
      <ListHead<View>
        title={t('title')}
        views={{
          all: offered.map((value) => ({ value, label: t(`views.${value}`) })),
          open: view,
          onOpen: (next) =>
            setAddress(() => new URLSearchParams(next === 'start' ? {} : { view: next }), { preventScrollReset: true }),
        }}
        primary={
          manages && (
            <Button size="sm" onClick={() => setCreating('empty')}>
              {t('create')}
            </Button>
          )
        }
      />
      {view === 'start' && <Tiles examples={examples} />}
      {view === 'runs' && <Runs />}
      {view === 'edit' && <Prepared examples={examples} />}
      {creating !== null && (
        <ScenarioForm example={creating === 'empty' ? undefined : creating} onClose={() => setCreating(null)} />
      )}
    </>
  );
}

function Tiles({ examples }: { examples: ReactNode }) {
  const { t } = useTranslation('scenarios');
  const navigate = useNavigate();
  const failureOf = useFailure();
  const query = useGetScenarioTilesQuery();
  const [start] = useStartScenarioMutation();
  const { act, pending } = useAct();
  const [drill, setDrill] = useState(false);
  const [text, setText] = useState('');
  const tiles = query.data ?? [];
  const press = async ({ id }: Tile): Promise<void> => {
    const variables: Record<string, string> = text.trim() === '' ? {} : { text: text.trim() };
    const started = await act(() => start({ id, drill, variables }), { failed: t('start_failed') });
    if (started) void navigate(`/scenarios/runs/${started.scenario_run_id}`);
  };
  const places = Map.groupBy(tiles, ({ company_name, path }) => [path, company_name].filter(Boolean).join(' / '));
  if (query.data === undefined || tiles.length === 0)
    return (
      <Rows
        label={t('title')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<IconBolt size={24} />} title={t('empty')} action={examples}>
            {t('empty_text')}
          </EmptyState>
        }
        failure={failureOf(query, t('load_error'))}
      >
        {() => null}
      </Rows>
    );
  return (
    <Stack gap="md" className={classes.start ?? ''}>
      <NotLive />
      <div className={classes.before}>
        <Switch
          label={t('drill')}
          description={t('drill_hint')}
          color="warning"
          checked={drill}
          onChange={({ currentTarget }) => setDrill(currentTarget.checked)}
        />
        {tiles.some(({ asks_text }) => asks_text) && (
          <TextInput
            className={classes.text ?? ''}
            label={t('text')}
            maxLength={1_000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </div>
      {[...places].map(([place, ofPlace]) => (
        <section key={place} aria-label={place}>
          <h2 className={classes.place}>{place}</h2>
          <div className={classes.tiles}>
            {ofPlace.map((tile) => (
              <ScenarioTile
                key={tile.id}
                tile={tile}
                drill={drill || tile.drill}
                disabled={pending}
                onHeld={() => void press(tile)}
              />
            ))}
          </div>
        </section>
      ))}
    </Stack>
  );
}

function Runs() {
  const { t } = useTranslation('scenarios');
  const { moment } = useTimes();
  const failureOf = useFailure();
  const query = useGetScenarioRunsQuery({ page: 1, page_size: RUNS_SHOWN });
  return (
    <Rows
      label={t('views.runs')}
      rows={query.data?.rows}
      keyOf={({ scenario_run_id }) => scenario_run_id}
      empty={
        <EmptyState icon={<IconBolt size={24} />} title={t('no_runs')}>
          {t('no_runs_text')}
        </EmptyState>
      }
      failure={failureOf(query, t('load_error'))}
    >
      {(run) => (
        <Row
          to={`/scenarios/runs/${run.scenario_run_id}`}
          state={{ state: runStateOf(run), text: t(`state.${run.state}`) }}
          name={run.name}
          path={run.company_name}
          facts={[t(`state.${run.state}`), run.drill ? t('is_drill') : null, run.started_by]
            .filter(Boolean)
            .join(' · ')}
          time={moment(run.created_at)}
        />
      )}
    </Rows>
  );
}

function Prepared({ examples }: { examples: ReactNode }) {
  const { t } = useTranslation('scenarios');
  const query = useGetScenariosQuery();
  return (
    <Panel
      label={t('views.edit')}
      query={query}
      failed={t('load_error')}
      empty={{ icon: IconBolt, title: t('empty'), text: t('empty_text'), action: examples }}
      renderRow={({ actions, enabled, missed, checked_at }) => {
        const text = enabled ? (missed ? t('misses', { count: missed }) : t('on')) : t('off');
        return {
          state: { state: !enabled ? 'off' : missed ? 'look' : 'ok', text },
          facts: [t('actions', { count: actions.length }), text].join(' · '),
          // The drawer looks again; this is what the look of the day has found.
          time:
            enabled && missed && checked_at !== null ? (
              <>
                {t('looked_at')} <When at={checked_at} />
              </>
            ) : undefined,
        };
      }}
      renderDrawer={(scenario, onClose) => <ScenarioDrawer scenario={scenario} onClose={onClose} />}
    />
  );
}
