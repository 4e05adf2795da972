import { ANSWER_CORRECTION_MINUTES, ANSWER_LINK_HOURS } from '@belfry/schemas/http/scenarios/answers';
import type { ScenarioAnswer } from '@belfry/schemas/http/scenarios/runs';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { createShortToken, hashKey } from '../../lib/keys.ts';

/** Guesses of one address; people of one office may share it. */
const TRIES = { hits: 600, windowSeconds: 900 };

const HOLDS = sql`r.created_at > now() - make_interval(hours => ${sql.lit(ANSWER_LINK_HOURS)})`;

type AnswerDeps = Pick<Deps, 'config' | 'db' | 'events'>;

/** Throws link_expired for one that does not hold, conflict for one that was answered. */
async function findAsked(db: Kysely<Database>, token: string): Promise<{ title: string }> {
  const { rows } = await sql<{ title: string; answered: boolean }>`
    select r.name as title, x.answer is not null as answered
    from scenario_receipts x join scenario_runs r on r.scenario_run_id = x.scenario_run_id
    where x.token_hash = ${hashKey(token)} and ${HOLDS}`.execute(db);
  const [asked] = rows;
  if (!asked) throw new AppError('link_expired', 'This link has expired.');
  if (asked.answered) throw new AppError('conflict', 'This was answered already.');
  return { title: asked.title };
}

/** What a link asks: the title of the scenario. Throws link_expired, conflict, rate_limited. */
export async function readAsked(deps: AnswerDeps, { token, ip }: { token: string; ip: string }) {
  await countAttempt(deps, [perAddress('scenario-answers', ip, TRIES)]);
  return findAsked(deps.db, token);
}

type Answering = { token: string; answer: ScenarioAnswer; text: string; correction?: string | undefined; ip: string };

/**
 * A link takes one answer, and corrections of it from the page that has sent it.
 * @returns the secret for them. Throws link_expired, conflict where it was answered, rate_limited.
 */
export async function answer(deps: AnswerDeps, { token, answer, text, correction, ip }: Answering) {
  await countAttempt(deps, [perAddress('scenario-answers', ip, TRIES)]);
  const secret = correction ?? createShortToken();
  const may =
    correction === undefined
      ? sql`x.answer is null and ${HOLDS}`
      : sql`x.correction_hash = ${hashKey(secret)} and x.corrects_until > now()`;
  const { rows } = await sql<{ scenario_run_id: string; owner_id: number }>`
    update scenario_receipts x set answer = ${answer}, answer_text = ${text || null}, answered_at = now(),
      correction_hash = ${hashKey(secret)},
      corrects_until = coalesce(x.corrects_until, now() + make_interval(mins => ${sql.lit(ANSWER_CORRECTION_MINUTES)}))
    from scenario_runs r where r.scenario_run_id = x.scenario_run_id and x.token_hash = ${hashKey(token)} and ${may}
    returning r.scenario_run_id, r.owner_id`.execute(deps.db);
  const [run] = rows;
  if (!run) {
    await findAsked(deps.db, token);
    // A correction of what was not answered.
    throw new AppError('conflict', 'This was not answered with this secret.');
  }
  deps.events.changed('scenarios_changed', [run.scenario_run_id], run.owner_id);
  return { correction: secret };
}
