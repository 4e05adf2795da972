import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Budget, Range } from '../../../../recurrence/expand.ts';
import { serveWork, type Ask } from '../../../../threads/serve-work.ts';
// A thread loads the few files that it needs, and not whole features, so that it starts quickly.
// oxlint-disable-next-line eslint/no-restricted-imports
import { createLevels } from '../../../library/rendering/levels.ts';
// oxlint-disable-next-line eslint/no-restricted-imports
import { keyOf } from '../../../library/rendering/speech-key.ts';
// oxlint-disable-next-line eslint/no-restricted-imports
import { createDictionary, speechFor, type Dictionary } from '../../../library/speech-for.ts';
import type { Place } from '../../../places/index.ts';
import type { ScheduleRow } from '../../index.ts';
import type { CompiledGroups, Compiling } from './compile-groups.ts';
import type { Inputs } from './inputs.ts';
import { planOwner, type OwnerPlan, type OwnerScope } from './plan-owner.ts';

/** Items of one message, so that the api is not busy for long with any of it. */
const AT_ONCE = 1_000;
const TEXTS_AT_ONCE = 200;
/** Fewer, because their targets may be long. */
const SCHEDULES_AT_ONCE = 50;

/** Those that remain follow when the programmes are compiled with these. */
const UNLEVELLED_MAX = 500;

export type CompileInput = {
  inputs: Omit<Inputs, 'dictionary' | 'schedules'> & {
    dictionary: Pick<Dictionary, 'entries' | 'ownReaders' | 'voices'>;
  };
  scope: OwnerScope;
  range: Range;
  userId: number;
  budget: Budget;
  missingMax: number;
};

/** Contents, runs and tasks are handed over before. */
export type CompileOutput = Pick<CompiledGroups, 'missing' | 'sha256s' | 'unlevelled'> &
  Pick<OwnerPlan, 'status' | 'spoken'>;

/** Compiles the programmes of an owner. Asks for `places` and `schedules` from an index on, for what is rendered, and hands over what it has made. */
async function compile(input: CompileInput, ask: Ask): Promise<CompileOutput> {
  const { inputs, scope, range, userId, budget, missingMax } = input;
  const { entries, ownReaders, voices } = inputs.dictionary;
  const rendering: Compiling['rendering'] = {
    createLevels,
    findReady: async (keys) => new Map(await askInParts<[string, AudioItem[]]>(ask, 'ready', keys)),
    findFiles: async (sha256s) => new Map(await askInParts(ask, 'files', sha256s)),
    findLevelled: async (sha256s) => new Map(await askInParts(ask, 'levelled', sha256s)),
  };
  const schedules = await readAll<ScheduleRow>(ask, 'schedules', SCHEDULES_AT_ONCE);
  const places = await readAll<Place>(ask, 'places', AT_ONCE);
  const { runs, tasks, status, spoken, missing, sha256s, unlevelled } = await planOwner(
    { ...inputs, schedules, dictionary: createDictionary(entries, ownReaders, voices) },
    places,
    scope,
    {
      speaking: { speechFor, keyOf },
      rendering,
      range,
      userId,
      budget,
      onContent: (content) => ask('content', content),
    },
  );
  for (let at = 0; at < runs.length; at += AT_ONCE) await ask('runs', runs.slice(at, at + AT_ONCE));
  for (let at = 0; at < tasks.length; at += AT_ONCE) await ask('tasks', tasks.slice(at, at + AT_ONCE));
  return {
    missing: missing.slice(0, missingMax),
    sha256s,
    unlevelled: unlevelled.slice(0, UNLEVELLED_MAX),
    status,
    spoken,
  };
}

async function readAll<Item>(ask: Ask, asks: string, count: number): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const more = (await ask(asks, { from: items.length, count })) as Item[];
    if (more.length === 0) return items;
    for (const item of more) items.push(item);
  }
}

async function askInParts<Answer>(ask: Ask, asks: string, items: readonly unknown[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += TEXTS_AT_ONCE) {
    for (const answer of (await ask(asks, items.slice(at, at + TEXTS_AT_ONCE))) as Answer[]) answers.push(answer);
  }
  return answers;
}

serveWork({ compile });
