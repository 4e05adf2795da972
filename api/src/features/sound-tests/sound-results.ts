import { playerSoundSchema, soundOutcome, type NotTestedReason } from '@belfry/schemas/domain/sound-tests';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import type { AlarmReport } from '../alarms/index.ts';
import type { HeardRun } from '../announcements/index.ts';
import { judge } from './judge.ts';
import {
  deleteOldest,
  findJudged,
  markChanged,
  storeAnswers,
  storePassive,
  type JudgedDevice,
  type SoundAnswer,
} from './sound-tests.repository.ts';

type ResultDeps = Pick<Deps, 'db' | 'alarms' | 'events' | 'log'>;

type EndedTest = {
  command_id: string;
  serial: string;
  at: number;
  event: string;
  result: Record<string, unknown> | null;
  error_type: string | null;
};

const answerSchema = z.object({ players: z.array(playerSoundSchema).min(1) });

const REFUSALS: Record<string, NotTestedReason> = {
  unknown_command: 'old_firmware',
  not_supported: 'old_firmware',
  busy: 'in_use',
};

/** A device that does not know the command, or answers something else, is not tested. */
export function answerOf({ command_id, serial, at, event, result, error_type }: EndedTest): SoundAnswer {
  const parsed = event === 'succeeded' ? answerSchema.safeParse(result) : null;
  const common = { command_id, serial, at };
  if (parsed?.success) return { ...common, players: parsed.data.players, ...soundOutcome(parsed.data.players) };
  const reason = REFUSALS[error_type ?? ''] ?? 'failed';
  return { ...common, players: [], result: 'not_tested', reason, level_db: null, noise_db: null };
}

/** Raises and clears alarms. Failures are logged. */
export const storeSoundResults = (deps: ResultDeps, ended: readonly EndedTest[]): Promise<void> =>
  storeAndJudge(deps, (trx) => storeAnswers(trx, ended.map(answerOf)));

/** While so many batches wait, what others have heard is left out. */
const WAITING_MAX = 20;

/** @returns stores what devices have heard of their announcements, one batch after another, beside the receipts, which do not wait for it */
export function createPassiveResults(deps: ResultDeps): (runs: readonly HeardRun[]) => void {
  let last = Promise.resolve();
  let waiting = 0;
  return (runs) => {
    if (waiting >= WAITING_MAX) return;
    waiting += 1;
    last = last.then(() => storePassiveResults(deps, runs)).finally(() => (waiting -= 1));
  };
}

/** Of those of a batch, the last one of each device counts. */
async function storePassiveResults(deps: ResultDeps, runs: readonly HeardRun[]): Promise<void> {
  const last = new Map(runs.map((run) => [run.serial, run]));
  const heard = [...last.values()].map(({ serial, run_id, receivedAt, sound: { volume, ...sound } }) => {
    const { result, level_db, noise_db = null } = sound;
    const reason = result === 'not_tested' ? (sound.reason ?? 'failed') : null;
    const level = result === 'heard' ? (level_db ?? null) : null;
    return { serial, run_id, at: receivedAt, level: volume, result, reason, level_db: level, noise_db };
  });
  await storeAndJudge(deps, (trx) => storePassive(trx, heard));
}

async function storeAndJudge(deps: ResultDeps, store: (trx: Kysely<Database>) => Promise<number[]>): Promise<void> {
  try {
    const devices = await transact(deps.db, async (trx) => {
      const deviceIds = [...new Set(await store(trx))];
      if (deviceIds.length === 0) return [];
      const judged = await findJudged(trx, deviceIds);
      await reportAlarms(deps, trx, judged);
      await deleteOldest(trx, deviceIds);
      return judged;
    });
    for (const { serial, user_id } of devices) deps.events.changed('commands_changed', [serial], user_id);
  } catch (error) {
    if (!isDatabaseAway(error)) deps.log.error({ err: error }, 'the results of sound tests were not stored');
  }
}

async function reportAlarms(
  { alarms }: Pick<ResultDeps, 'alarms'>,
  trx: Kysely<Database>,
  devices: readonly JudgedDevice[],
): Promise<void> {
  const reports: AlarmReport[] = [];
  const changed: number[] = [];
  for (const { device_id, user_id: owner_id, company_id, tests, threshold } of devices) {
    const { notHeard, levelChanged, difference } = judge(tests, threshold);
    if (levelChanged && tests[0]) changed.push(tests[0].test_id);
    // One that nobody has installed is not watched.
    if (owner_id === null || company_id === null) continue;
    const common = { owner_id, company_id, device_id };
    if (notHeard !== null) reports.push({ ...common, kind: 'sound_not_heard', bad: notHeard });
    if (levelChanged !== null)
      reports.push({ ...common, kind: 'level_changed', bad: levelChanged, value: Math.round(difference ?? 0) });
  }
  await markChanged(trx, changed);
  await alarms.report(trx, reports);
}
