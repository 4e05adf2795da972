import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { transact } from '../../../../db/transact.ts';
import type { Range } from '../../../../recurrence/expand-in-zone.ts';
import { insertScheduledRuns } from '../../../announcements/index.ts';
import { findPlaces, type Place } from '../../../places/index.ts';
import { setCompiled, type ScheduleRow } from '../../index.ts';
import { announceProgrammes } from '../announce.ts';
import { queueRendering, TEXTS_MAX } from '../render-queue.ts';
import { countFailure, isFailure } from '../set-aside.ts';
import { findStale, lockLease, NOBODY, releaseLease, type StaleScope } from '../stale.repository.ts';
import { recordExpectedOf } from '../expected-runs.ts';
import { planJobs } from '../task-queue.ts';
import { rangeAt, ROLLOVER_MS } from './expand-schedule.ts';
import { loadInputs, type Inputs } from './inputs.ts';
import { findHolders, writeProgrammes, type StoredContent } from './write.repository.ts';
import type { Deps } from '../../../../deps.ts';
import { buildContent } from './build-content.ts';
import { toStored, type ScheduledRun } from './compile-groups.ts';
import { findUnownedDevices } from './inputs.repository.ts';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { createThreadPool } from '../../../../threads/thread-pool.ts';
import type { SpeechKey } from '../../../library/rendering/index.ts';
import type { NewTask } from '../tasks.repository.ts';
import type { CompileInput, CompileOutput } from './compile.worker.ts';
import type { OwnerScope } from './plan-owner.ts';

/** What the rules of one owner may use: more occurrences than can be saved, because places may get other zones later; see SCHED-20. */
const BUDGET = { occurrences: 50_000, ms: 10_000 };
/** The time of the thread for one owner, without what it waits for. */
const TIMEOUT_MS = 30_000;
const pool = createThreadPool({
  program: new URL('./compile.worker.ts', import.meta.url),
  maxHeapMb: 512,
  atOnce: 2,
  waitingMax: 100,
  waitingPerUser: 1,
  busyText: 'Other programmes are being compiled. Please try again shortly.',
});
type Compiled = CompileOutput & { contents: StoredContent[]; runs: ScheduledRun[]; tasks: NewTask[] };
type Part = { from: number; count: number };
type Compilation = {
  userId: number;
  inputs: Inputs;
  places: readonly Place[];
  scope: OwnerScope;
  range: Range;
};
/**
 * Compiles the programmes of an owner in a thread that is ended at its limits. Throws ThreadLimitError at its limit of time or memory, and
 * ThreadWorkError with the kind BudgetError for too many occurrences.
 */
async function compileInThread(
  rendering: Deps['rendering'],
  { userId, inputs, places, scope, range }: Compilation,
): Promise<Compiled> {
  const contents: StoredContent[] = [];
  const runs: ScheduledRun[] = [];
  const tasks: NewTask[] = [];
  const { schedules, dictionary, ...others } = inputs;
  const input: CompileInput = {
    inputs: { ...others, dictionary: dictionary.entries },
    scope,
    range,
    userId,
    budget: BUDGET,
    missingMax: TEXTS_MAX,
  };
  const answers = {
    schedules: ({ from, count }: Part): ScheduleRow[] => schedules.slice(from, from + count),
    places: ({ from, count }: Part): Place[] => places.slice(from, from + count),
    ready: async (keys: SpeechKey[]): Promise<[string, AudioItem[]][]> => [...(await rendering.findReady(keys))],
    files: async (sha256s: string[]) => [...(await rendering.findFiles(sha256s))],
    content: (content: StoredContent): void => void contents.push(content),
    runs: (more: ScheduledRun[]): void => void runs.push(...more),
    tasks: (more: NewTask[]): void => void tasks.push(...more),
  };
  const work = { name: 'compile', input, timeoutMs: TIMEOUT_MS, answers };
  const output = (await pool.run(userId, work)) as CompileOutput;
  return { ...output, contents, runs, tasks };
}

const NO_INPUTS: Inputs = {
  structure: { parents: new Map(), groups: new Map() },
  schedules: [],
  holidays: new Map(),
  messages: new Map(),
  playlists: new Map(),
  stations: new Map(),
  dictionary: { entries: [], apply: (text: string) => text },
  emergencies: [],
  chimes: new Map(),
  dayProgrammes: new Map(),
};
const NO_AUDIO = { ready: new Map(), files: new Map() };
const NOTHING = { speech: [], windows: [], music: [], emergencies: [] };
/** Devices that have lost their owner: they play nothing from now on. */
async function compileUnowned(db: Kysely<Database>, { deviceIds }: StaleScope, range: Range): Promise<Compiled> {
  const devices = await findUnownedDevices(db, [...deviceIds]);
  const settings = { time_zone: 'UTC', language: '', voice: '', volume_max: 100, quiet_hours: [] };
  const place = { ...settings, device_id: 0, serial: '', user_id: null, company_id: null, name: '', path: '' };
  const group = { place: { ...place, status: 'offline' as const }, devices, schedules: [], dayWindows: [] };
  const { content, checks, silent } = buildContent({ group, ...NOTHING }, NO_INPUTS, { ...NO_AUDIO, range });
  const contents = [{ ...toStored(content, silent), checks, devices }];
  return { contents, runs: [], tasks: [], missing: [], sha256s: [], status: [] };
}

/** The lease of an owner under which a job compiles. */
export type OwnerLease = { user_id: number; lease: string };
/** Devices learn of another day at different times, all of them before it begins. */
const SPREAD_S = (ROLLOVER_MS / 1_000) * 0.9;
/** Runs of one statement. */
const RUNS_AT_ONCE = 5_000;

/**
 * Compiles what is stale of an owner. Nothing is written if the lease is another job's by now. An owner for whom it fails repeatedly is set
 * aside; see SCHED-21.
 */
export async function compileOwner(deps: Deps, owner: OwnerLease): Promise<void> {
  try {
    await compileStale(deps, owner);
  } catch (error) {
    if (!isFailure(error)) throw error;
    await countFailure(deps, owner, error);
  }
}

async function compileStale(deps: Deps, { user_id, lease }: OwnerLease): Promise<void> {
  const stale = await findStale(deps.db, user_id);
  const range = rangeAt(Date.now());
  const compiled =
    user_id === NOBODY ? await compileUnowned(deps.db, stale, range) : await compile(deps, user_id, stale, range);
  const written = await transact(deps.db, async (trx) => {
    if (!(await lockLease(trx, user_id, lease))) return false;
    await write(deps, trx, user_id, { ...compiled, stale });
    await releaseLease(trx, user_id, { ids: stale.ids, compiledUntil: stale.all ? new Date(range.to) : null });
    return true;
  });
  if (!written) return;
  deps.events.changed('schedules_changed', [...stale.scheduleIds], user_id === NOBODY ? null : user_id);
  await announceProgrammes(deps);
}

/** What locks schedules comes last, so that a change of them does not wait for the rest. */
async function write(
  deps: Deps,
  trx: Kysely<Database>,
  userId: number,
  { stale, ...compiled }: Compiled & { stale: StaleScope },
): Promise<void> {
  // What was due is expected of the programmes that are replaced now.
  await recordExpectedOf(trx, userId);
  await writeProgrammes(trx, userId, compiled.contents, {
    compiledAt: new Date(),
    spreadS: stale.due ? SPREAD_S : 0,
  });
  // Those of nobody have no runs.
  const ofAllPlaces = stale.all || userId === NOBODY;
  for (let at = 0; at < compiled.runs.length; at += RUNS_AT_ONCE)
    await insertScheduledRuns(trx, compiled.runs.slice(at, at + RUNS_AT_ONCE), { ofAllPlaces });
  await queueRendering(deps, trx, userId, compiled.missing);
  await planJobs(deps, trx, userId, compiled.tasks);
  await setCompiled(trx, compiled.status);
}

async function compile(deps: Deps, userId: number, stale: StaleScope, range: Range): Promise<Compiled> {
  const { db, rendering } = deps;
  const places = await findPlaces(db, { userIds: [userId] });
  const inputs = await loadInputs(db, rendering, userId);
  const holders = stale.all ? new Set<number>() : await findHolders(db, userId, [...stale.scheduleIds]);
  const { all, scheduleIds, deviceIds } = stale;
  const scope = { all, scheduleIds, deviceIds, holders };
  const compiled = await compileInThread(rendering, { userId, inputs, places, scope, range });
  await rendering.addOwners(compiled.sha256s, [userId]);
  return compiled;
}
