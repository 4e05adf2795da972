import type { Targets } from '@belfry/schemas/domain/targets';
import type { SayAnswer } from '@belfry/schemas/http/announcements/announcements';
import type { ScenarioActionOf } from '@belfry/schemas/http/scenarios/actions';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import {
  canSilenceNode,
  emergencyTargets,
  type OwnersPolicy,
  readableEmergencies,
  speechTargets,
} from '../../../policies/owners.ts';
import {
  checkPlaces,
  checkPrepared,
  endEmergenciesAt,
  hasStarted,
  previewUnheard,
  ring,
  say,
  startEmergency,
  STOP_POLICIES,
  stopRun,
} from '../../announcements/index.ts';
import { silenceFor } from '../../bells/index.ts';
import type { Act, Acting, ActOutcome, Acts, CheckContext, Checked } from './act.ts';
import { giveBackAtAllClear } from '../outputs/outputs.service.ts';
import { fillSpoken } from '../variables.ts';

/** How long a device that is offline now may take to say it. */
const EXPIRES_S = 60;

type Started = { state: 'active' | 'failed'; reason: string | null };
const ACTIVE: ActOutcome = { state: 'active', reason: null };
const DONE: ActOutcome = { state: 'done', reason: null };

/** What nothing has filled is reported, and the rest is sent. */
export const reportOf = (missing: readonly string[]): string | null =>
  missing.length === 0 ? null : `Not filled in: ${missing.join(', ')}`;

/** What was planned for a context, by what is asked: actions at the same places cost one plan. */
const planned = new WeakMap<CheckContext, Map<string, Promise<unknown>>>();

function planOnce<T>(context: CheckContext, key: readonly unknown[], plan: () => Promise<T>): Promise<T> {
  const plans = planned.get(context) ?? new Map<string, Promise<unknown>>();
  planned.set(context, plans);
  const name = JSON.stringify(key);
  const found = plans.get(name) ?? plan();
  plans.set(name, found);
  return found as Promise<T>;
}

const permitPlaces = (context: CheckContext, targets: Targets): Promise<void> =>
  planOnce(context, ['places', targets], () => checkPlaces(context.deps, context.user, targets));

const permitPrepared = (
  context: CheckContext,
  prepared: { message_id: number; targets: Targets; emergency: boolean },
): Promise<void> =>
  planOnce(context, ['prepared', prepared], () => checkPrepared(context.deps, context.user, prepared));

type Speech = Pick<ScenarioActionOf<'say'>, 'targets'> & { text?: string | undefined; message_id?: number | undefined };

/** Loudspeakers that would not hear it now, and why. */
async function checkSpeech(
  context: CheckContext,
  policy: OwnersPolicy,
  { targets, text, message_id }: Speech,
): Promise<Checked> {
  const { deps, user, values } = context;
  const filled = text === undefined ? null : fillSpoken(text, values);
  // Whether it is heard does not depend on the text.
  const said = message_id === undefined ? { text: '-' } : { message_id };
  const { devices, unheard } = await planOnce(context, [policy === emergencyTargets, targets, said], () =>
    previewUnheard(deps, user, policy, { targets, ...said }),
  );
  const missed = unheard.map(({ place, path, reason, since }) => ({
    who: [path, place].filter(Boolean).join(' / '),
    reason,
    detail: since === null ? null : new Date(since).toISOString(),
  }));
  return { reached: devices - missed.length, missed, ...(filled && { missing: filled.missing }) };
}

/** Ends the announcement of an action. One that has ended by itself is left alone. */
async function stop(deps: Deps, actor: Actor, { run_id }: Acting): Promise<void> {
  try {
    await stopRun(deps, actor, { runId: run_id, policies: { read: readableEmergencies, ...STOP_POLICIES } });
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error;
  }
}

/** Where everything is away, nothing is said to it later. */
const heardBySome = ({ devices, offline }: SayAnswer, reason: string | null): Started =>
  offline < devices ? { state: 'active', reason } : { state: 'failed', reason: 'Every loudspeaker is offline' };

/** What starts an announcement starts it once, however often it is tried. */
const once =
  <A extends { kind: string }>(start: (deps: Deps, actor: Actor, acting: Acting, action: A) => Promise<ActOutcome>) =>
  async (deps: Deps, actor: Actor, acting: Acting, action: A): Promise<ActOutcome> =>
    acting.attempts > 1 && (await hasStarted(deps.db, acting.run_id)) ? ACTIVE : start(deps, actor, acting, action);

const emergency: Act<'emergency'> = {
  hasDrill: true,
  permit: (context, { message_id, targets }) => permitPrepared(context, { message_id, targets, emergency: true }),
  check: (context, action) => checkSpeech(context, emergencyTargets, action),
  start: once(async (deps, actor, { run, run_id }, { message_id, targets, lasts_s }) => {
    await startEmergency(deps, actor, emergencyTargets, { message_id, targets, drill: run.drill, run_id });
    return { ...ACTIVE, lasts_s };
  }),
  end: stop,
};

export const SPEECH_ACTS: Acts<'say' | 'emergency' | 'all_clear' | 'chime' | 'silence'> = {
  emergency,
  say: {
    permit: (context, { message_id, targets }) =>
      message_id === undefined
        ? permitPlaces(context, targets)
        : permitPrepared(context, { message_id, targets, emergency: false }),
    check: (context, action) => checkSpeech(context, speechTargets, action),
    start: once(async (deps, actor, { run, run_id }, { text, message_id, language, targets, priority, variants }) => {
      const filled = text === undefined ? null : fillSpoken(text, run.variables);
      if (filled?.text === '') return { state: 'failed', reason: reportOf(filled.missing) };
      const said = await say(deps, actor, speechTargets, {
        ...(filled === null ? { message_id } : { text: filled.text }),
        ...(language !== undefined && { language }),
        ...(variants && { variants }),
        targets,
        priority,
        expires_in_s: EXPIRES_S,
        run_id,
      });
      return heardBySome(said, filled && reportOf(filled.missing));
    }),
    end: stop,
  },
  all_clear: {
    permit: async () => undefined,
    check: async () => ({ reached: 1, missed: [] }),
    async start(deps, actor, { run: { owner_id, company_id } }) {
      const ended = await endEmergenciesAt(deps, actor, { owner_id, company_id });
      await giveBackAtAllClear(deps, { owner_id, company_id }, actor.user.id);
      return { state: 'done', reason: ended === 0 ? 'There was no emergency to end' : null };
    },
  },
  chime: {
    permit: (context, { targets }) => permitPlaces(context, targets),
    check: (context, action) => checkSpeech(context, speechTargets, { targets: action.targets, text: '-' }),
    start: once(async (deps, actor, { run_id }, { chime, chime_id, targets, every_s, lasts_s, once: isOnce }) => {
      const sound = { type: 'chime', chime, ...(chime_id !== undefined && { chime_id }) } as const;
      const again = isOnce ? {} : { again: { after_ms: every_s * 1_000, lasts_ms: lasts_s * 1_000 } };
      const rung = await ring(deps, actor, speechTargets, { targets, sound, run_id, ...again });
      return { ...heardBySome(rung, null), ...(!isOnce && { lasts_s }) };
    }),
    end: stop,
  },
  silence: {
    permit: async () => undefined,
    check: async () => ({ reached: 1, missed: [] }),
    async start(deps, actor, { run: { company_id } }, { minutes }) {
      await silenceFor(deps, { companyId: company_id, actor, policy: canSilenceNode }, minutes);
      return DONE;
    },
  },
};
