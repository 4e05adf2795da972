import { DEFAULT_TARGETS } from '@belfry/schemas/domain/loudness';
import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import { DEFAULT_SOUND_TEST } from '@belfry/schemas/domain/sound-tests';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import type { Range } from '../../../../recurrence/expand.ts';
import { busy } from '../../../../errors.ts';
import { createThreadPool } from '../../../../threads/thread-pool.ts';
import { createLevels, type SpeechKey } from '../../../library/rendering/index.ts';
import { findPlaces, type Place } from '../../../places/index.ts';
import type { ScheduleRow } from '../../index.ts';
import { TEXTS_MAX } from '../render-speech.ts';
import type { StaleScope } from '../stale.repository.ts';
import type { NewTask } from '../tasks/tasks.repository.ts';
import { NO_BELLS } from '../../../../recurrence/bell-day.ts';
import { NO_PLACE_BELLS } from './bells.ts';
import { buildContent } from './build-content.ts';
import { toStored, type ScheduledRun } from './compile-groups.ts';
import type { CompileInput, CompileOutput } from './compile.worker.ts';
import { findUnownedDevices } from './inputs.repository.ts';
import { loadInputs, type Inputs } from './inputs.ts';
import type { OwnerScope } from './plan-owner.ts';
import { findPlayingIds, type StoredContent } from './write.repository.ts';

/** What the rules of one owner may use: more occurrences than can be saved, because places may get other zones later; see SCHED-20. */
const BUDGET = { occurrences: 50_000, ms: 10_000 };
/** The time of the thread for one owner, without what it waits for. */
const TIMEOUT_MS = 30_000;
const pool = createThreadPool({
  program: new URL('./compile.worker.ts', import.meta.url),
  maxHeapMb: 512,
  pool: 'programmes',
  atOnce: 2,
  perKey: 1,
  waitingPerKey: 1,
  promisedMs: TIMEOUT_MS,
  refusal: busy('Other programmes are being compiled. Please try again shortly.'),
});

export type Compiled = CompileOutput & { contents: StoredContent[]; runs: ScheduledRun[]; tasks: NewTask[] };

/** Compiles what is stale of an owner. Throws ThreadLimitError and ThreadWorkError as `compileInThread`. */
export async function compileOwned(deps: Deps, userId: number, stale: StaleScope, range: Range): Promise<Compiled> {
  const { db, rendering } = deps;
  const places = await findPlaces(db, { userIds: [userId] });
  const inputs = await loadInputs(db, rendering, userId, range);
  const playingIds = stale.all ? new Set<number>() : await findPlayingIds(db, userId, [...stale.scheduleIds]);
  const { all, scheduleIds, deviceIds } = stale;
  const scope = { all, scheduleIds, deviceIds, playingIds };
  const compiled = await compileInThread(rendering, { userId, inputs, places, scope, range });
  await rendering.addOwners(compiled.sha256s, [userId]);
  return compiled;
}

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
    inputs: {
      ...others,
      dictionary: { entries: dictionary.entries, ownReaders: dictionary.ownReaders, voices: dictionary.voices },
    },
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
    levelled: async (sha256s: string[]) => [...(await rendering.findLevelled(sha256s))],
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
  dictionary: {
    entries: [],
    ownReaders: [],
    voices: new Map(),
    writesOut: () => false,
    namedIn: () => [],
    apply: (text: string) => text,
  },
  emergencies: [],
  chimes: new Map(),
  audio: new Map(),
  ownChimes: new Map(),
  dayProgrammes: new Map(),
  bells: NO_BELLS,
  targets: DEFAULT_TARGETS,
};

const NO_AUDIO = {
  ready: new Map(),
  levels: createLevels({ files: new Map(), levelled: new Map(), targets: DEFAULT_TARGETS }),
};
const NOTHING = { speech: [], windows: [], music: [], emergencies: [] };

/** Devices that have lost their owner: they play nothing from now on. */
export async function compileUnowned(db: Kysely<Database>, { deviceIds }: StaleScope, range: Range): Promise<Compiled> {
  const devices = await findUnownedDevices(db, [...deviceIds]);
  const settings = {
    time_zone: 'UTC',
    language: '',
    voice: '',
    volume_max: 100,
    quiet_hours: [],
    trim_db: 0,
    sound_test: DEFAULT_SOUND_TEST,
    lead_in: NO_LEAD_IN,
    clock_required: false,
  };
  const place = { ...settings, device_id: 0, serial: '', user_id: null, company_id: null, name: '', path: '' };
  const group = {
    place: {
      ...place,
      status: 'offline' as const,
      takes_gain: false,
      mixes_music: false,
      listens: false,
      leads_in: false,
      reports_clock: false,
    },
    devices,
    schedules: [],
    dayWindows: [],
    bells: NO_PLACE_BELLS,
  };
  const { content, checks, silent } = buildContent({ group, ...NOTHING }, NO_INPUTS, { ...NO_AUDIO, range });
  const contents = [{ ...toStored(content, silent), checks, devices }];
  return { contents, runs: [], tasks: [], missing: [], sha256s: [], unlevelled: [], status: [], spoken: [] };
}
