import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import {
  clearEmpty,
  countDevices,
  findEmpty,
  findOwners,
  insertEvents,
  type NewEvent,
} from './alarms-writer.repository.ts';
import { deleteConditions, findDue, leaveAlarms, lockAlarms, setDue } from './conditions.repository.ts';
import { loadContext } from './context.ts';
import { decide, type Condition } from './decide.ts';
import { ageAlarms } from './age-alarms.ts';
import { raiseAlarms } from './raise-alarms.ts';

const AT_ONCE = 5_000;
/** A condition that leaves one alarm may need another one, and one that joins an alarm is looked at once more. */
const ROUNDS_MAX = 20;

export type AdvanceOptions = {
  now: number;
  /**
   * True once the messages of all devices have been received for long enough, so that a missing one means something.
   */
  hearing: boolean;
  listeners: readonly string[];
};

/** Owners whose alarms have changed; null for the installation. */
export type Changed = Set<number | null>;

/**
 * Raises and clears what is due, each once: one instance after another, and with the events in the same transaction.
 * @returns whose alarms have changed
 */
export async function advanceAlarms(db: Kysely<Database>, options: AdvanceOptions): Promise<Changed> {
  const changed: Changed = new Set();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const decided = await transact(db, (trx) => decideSome(trx, options, changed));
    if (decided === 0) break;
  }
  await transact(db, async (trx) => {
    await lockAlarms(trx);
    await record(trx, await ageAlarms(trx, options.now), options, changed);
  });
  return changed;
}

export async function clearAbandoned(db: Kysely<Database>, options: AdvanceOptions): Promise<Changed> {
  const changed: Changed = new Set();
  await transact(db, async (trx) => {
    await lockAlarms(trx);
    const empty = await findEmpty(trx);
    const cleared = await clearEmpty(
      trx,
      empty.map((alarm_id) => ({ alarm_id, into: null })),
      options.now,
    );
    await record(
      trx,
      cleared.map((alarm_id) => ({ alarm_id, event: 'cleared' as const })),
      options,
      changed,
    );
  });
  return changed;
}

async function decideSome(trx: Kysely<Database>, options: AdvanceOptions, changed: Changed): Promise<number> {
  const { now } = options;
  await lockAlarms(trx);
  const due = await findDue(trx, now, AT_ONCE);
  if (due.length === 0) return 0;
  const context = await loadContext(trx, due, options);
  const sorted = sortByDecision(due, (condition) =>
    decide(condition, context.timing(condition), context.moment(condition)),
  );
  await setDue(trx, sorted.waiting);
  await deleteConditions(trx, idsOf(sorted.forgotten));
  await leaveAlarms(trx, idsOf(sorted.leaving), now);
  const { raised, joined, left } = await raiseAlarms(trx, sorted, context, options);
  for (const { alarm_id } of sorted.leaving) if (alarm_id !== null && !left.has(alarm_id)) left.set(alarm_id, 0);
  const cleared = await clearEmpty(
    trx,
    [...left].map(([alarm_id, into]) => ({ alarm_id, into: into === 0 ? null : into })),
    now,
  );
  const grown = new Set(await countDevices(trx, [...raised, ...joined]));
  const events: NewEvent[] = [
    ...raised.map((alarm_id) => ({ alarm_id, event: 'raised' as const })),
    ...joined.filter((id) => grown.has(id)).map((alarm_id) => ({ alarm_id, event: 'devices' as const })),
    ...cleared.map((alarm_id) => ({ alarm_id, event: 'cleared' as const })),
  ];
  await record(trx, events, options, changed);
  return due.length;
}

async function record(
  trx: Kysely<Database>,
  events: readonly NewEvent[],
  { now, listeners }: AdvanceOptions,
  changed: Changed,
): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(trx, events, { now, listeners });
  const owners = await findOwners(trx, [...new Set(events.map(({ alarm_id }) => alarm_id))]);
  for (const owner of owners.values()) changed.add(owner);
}

const idsOf = (conditions: readonly Condition[]): number[] => conditions.map(({ condition_id }) => condition_id);

function sortByDecision(due: readonly Condition[], decideOne: (condition: Condition) => ReturnType<typeof decide>) {
  const sorted = {
    waiting: [] as { condition_id: number; until: number; calm: boolean }[],
    raising: [] as Condition[],
    unstable: [] as Condition[],
    leaving: [] as Condition[],
    forgotten: [] as Condition[],
  };
  for (const condition of due) {
    const decision = decideOne(condition);
    switch (decision.do) {
      case 'wait':
        sorted.waiting.push({
          condition_id: condition.condition_id,
          until: decision.until,
          calm: decision.frozen === true,
        });
        break;
      case 'raise':
        sorted.raising.push(condition);
        break;
      case 'become-unstable':
        sorted.unstable.push(condition);
        break;
      case 'leave':
        sorted.leaving.push(condition);
        break;
      case 'forget':
        sorted.forgotten.push(condition);
        break;
    }
  }
  return sorted;
}
