import { textLanguageOf } from '@belfry/schemas/domain/text-languages';
import { sql } from 'kysely';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { findUnanswered, insertReceipts } from '../receipts.repository.ts';
import type { RunActionRow } from '../run-actions.repository.ts';
import type { Acting } from './act.ts';
import { named, prepare, queuePrepared } from './messages.ts';

/** Writes once more to whom a message has reached and who has answered none, in one message a person. A repeated job writes to nobody. */
export async function writeAgain(
  deps: Deps,
  run: Acting['run'],
  actions: readonly Pick<RunActionRow, 'index' | 'action'>[],
): Promise<void> {
  const { db, config } = deps;
  const { scenario_run_id } = run;
  const actionOf = new Map(actions.map(({ index, action }) => [index, action]));
  const prepared = await mapYielding(await findUnanswered(db, scenario_run_id), (one) => {
    const { who, recipient, index } = one;
    const action = actionOf.get(index);
    if (action?.kind !== 'mail' && action?.kind !== 'sms') return [];
    const to = { name: who, email: null, phone: null, address: recipient, lang: textLanguageOf(one.lang) };
    return [{ ...prepare(config, action, { run, index }, to), person: one.person }];
  });
  await transact(db, async (trx) => {
    const { rows } = await sql`
      update scenario_runs set asks_again_at = null
      where scenario_run_id = ${scenario_run_id}::uuid and asks_again_at is not null returning 1`.execute(trx);
    if (rows.length === 0) return;
    await insertReceipts(trx, named(await queuePrepared(trx, deps, run, prepared.flat())));
  });
}
