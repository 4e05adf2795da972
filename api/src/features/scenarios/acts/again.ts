import { textLanguageOf } from '@belfry/schemas/domain/text-languages';
import { sql } from 'kysely';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { findUnanswered, insertReceipts } from '../receipts.repository.ts';
import type { RunActionRow } from '../run-actions.repository.ts';
import type { Acting } from './act.ts';
import { createPrepare, named, queuePrepared } from './messages.ts';

/** Writes once more to whom a message has reached and who has answered none, in one message a person. A repeated job writes to nobody. */
export async function writeAgain(
  deps: Deps,
  run: Acting['run'],
  actions: readonly Pick<RunActionRow, 'index' | 'action'>[],
): Promise<void> {
  const { db, config } = deps;
  const { scenario_run_id } = run;
  const prepareOf = new Map(
    actions.flatMap(({ index, action }) =>
      action.kind === 'mail' || action.kind === 'sms'
        ? [[index, createPrepare(config, action, { run, index })] as const]
        : [],
    ),
  );
  const prepared = await mapYielding(await findUnanswered(db, scenario_run_id), (one) => {
    const { who, recipient, index } = one;
    const prepare = prepareOf.get(index);
    if (!prepare) return [];
    const to = { name: who, email: null, phone: null, address: recipient, lang: textLanguageOf(one.lang) };
    return [{ ...prepare(to), person: one.person }];
  });
  await transact(db, async (trx) => {
    const { rows } = await sql`
      update scenario_runs set asks_again_at = null
      where scenario_run_id = ${scenario_run_id}::uuid and asks_again_at is not null returning 1`.execute(trx);
    if (rows.length === 0) return;
    await insertReceipts(trx, named(await queuePrepared(trx, deps, run, prepared.flat())));
  });
}
