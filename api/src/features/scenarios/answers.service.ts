import { ANSWER_LINK_HOURS } from '@belfry/schemas/http/scenarios/answers';
import type { ScenarioAnswer } from '@belfry/schemas/http/scenarios/runs';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { hashKey } from '../../lib/keys.ts';

/** Guesses of one address; people of one office may share it. */
const TRIES = { hits: 600, windowSeconds: 900 };

const expired = (): AppError => new AppError('link_expired', 'This link has expired.');

type AnswerDeps = Pick<Deps, 'config' | 'db' | 'events'>;

/** What a link asks: the title of the scenario, and what was answered. Throws link_expired, rate_limited. */
export async function readAsked(deps: AnswerDeps, { token, ip }: { token: string; ip: string }) {
  await countAttempt(deps, [perAddress('scenario-answers', ip, TRIES)]);
  const { rows } = await sql<{ title: string; answer: ScenarioAnswer | null }>`
    select r.name as title, x.answer from scenario_receipts x join scenario_runs r on r.scenario_run_id = x.scenario_run_id
    where x.token_hash = ${hashKey(token)} and r.created_at > now() - make_interval(hours => ${sql.lit(ANSWER_LINK_HOURS)})`.execute(
    deps.db,
  );
  const [asked] = rows;
  if (!asked) throw expired();
  return asked;
}

/** The last answer counts. Throws link_expired, rate_limited. */
export async function answer(
  deps: AnswerDeps,
  { token, answer, text, ip }: { token: string; answer: ScenarioAnswer; text: string; ip: string },
) {
  await countAttempt(deps, [perAddress('scenario-answers', ip, TRIES)]);
  const { rows } = await sql<{ scenario_run_id: string; owner_id: number }>`
    update scenario_receipts x set answer = ${answer}, answer_text = ${text || null}, answered_at = now()
    from scenario_runs r where r.scenario_run_id = x.scenario_run_id and x.token_hash = ${hashKey(token)}
      and r.created_at > now() - make_interval(hours => ${sql.lit(ANSWER_LINK_HOURS)})
    returning r.scenario_run_id, r.owner_id`.execute(deps.db);
  const [run] = rows;
  if (!run) throw expired();
  deps.events.changed('scenarios_changed', [run.scenario_run_id], run.owner_id);
  return { success: true as const, message: 'Thank you. Your answer was noted.' };
}
