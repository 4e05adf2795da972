import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import { useTranslation } from '../../lib/translation.ts';
import { clock, startsOf } from './scenario-draft.ts';
import classes from './scenarios.module.css';

/** Seconds that an action goes on; 0: it is done at once, null: until it is ended. */
function lastsOf(action: ScenarioAction): number | null {
  if (action.kind === 'chime') return action.lasts_s;
  if (action.kind === 'silence') return action.minutes * 60;
  if (action.kind === 'emergency') return action.lasts_s ?? null;
  return 0;
}

/** When each action starts after the press, and until when it goes on. */
export function Timeline({ actions }: { actions: readonly ScenarioAction[] }) {
  const { t } = useTranslation('scenarios');
  const starts = startsOf(actions);
  // A silence of hours would leave nothing to be seen of the rest.
  const shown = Math.max(60, ...starts) * 1.25;
  const part = (seconds: number): string => `${Math.min(100, (100 * seconds) / shown)}%`;
  return (
    <ol className={classes.timeline} aria-label={t('timeline')}>
      {actions.map((action, index) => {
        const start = starts[index] ?? 0;
        const lasts = lastsOf(action);
        const end = lasts === null ? t('until_ended') : lasts > 0 ? t('until', { time: clock(start + lasts) }) : '';
        return (
          // oxlint-disable-next-line react/no-array-index-key -- an action is its place in the order
          <li key={index}>
            <span>{[`${clock(start)} ${t(`kind.${action.kind}`)}`, end].filter(Boolean).join(' · ')}</span>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.bar}
                style={{ left: part(start), width: lasts === null ? '100%' : part(lasts) }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
