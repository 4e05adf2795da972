import { createHash } from 'node:crypto';
import { VOLUME_MAX } from '@belfry/schemas/domain/limits';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { RunCheck } from '../../../../db/column-types.ts';
import type { Deps } from '../../../../deps.ts';
import { BudgetError, type Range } from '../../../../recurrence/expand.ts';
import type { insertScheduledRuns } from '../../../announcements/index.ts';
import type { createLevels, LevelledKey } from '../../../library/rendering/index.ts';
import { buildContent, type SharedContent } from './build-content.ts';
import type { BellExpansion } from './bells.ts';
import type { Expansion } from './expand.ts';
import type { PlaceGroup } from './group-places.ts';
import type { Inputs } from './inputs.ts';
import { planGroup, createSpeechPlan, type GroupPlan, type NeededSpeech, type Speaking } from './plan-group.ts';
import type { StoredContent } from './write.repository.ts';

export type ScheduledRun = Parameters<typeof insertScheduledRuns>[1][number];

export type CompiledGroups = {
  /** Texts that are not rendered yet, the first needed first. */
  missing: NeededSpeech[];
  needed: NeededSpeech[];
  wordless: ReadonlySet<number>;
  sha256s: string[];
  /** Files with a gain applied that are not made yet. */
  unlevelled: LevelledKey[];
  runs: ScheduledRun[];
  cut: ReadonlySet<number>;
};

export type Compiling = {
  speaking: Speaking;
  rendering: Pick<Deps['rendering'], 'findReady' | 'findFiles' | 'findLevelled'> & {
    createLevels: typeof createLevels;
  };
  range: Range;
  userId: number;
  expand: Expansion;
  ring: BellExpansion;
  onContent: (content: StoredContent) => Promise<unknown>;
};

/** The plans of groups with more runs than this in all are made twice, instead of being kept until the audio is known. */
const KEPT_RUNS_MAX = 200_000;
/** The characters of all programmes of an owner. */
const CONTENT_MAX = 256 * 1024 * 1024;

/** Compiles groups of places; the contents are handed over one by one. It does not yield while it plans. Throws BudgetError. */
export async function compileGroups(
  groups: readonly PlaceGroup[],
  inputs: Inputs,
  { speaking, rendering, range, userId, expand, ring, onContent }: Compiling,
): Promise<CompiledGroups> {
  const plan = createSpeechPlan(inputs, speaking);
  const planOf = (group: PlaceGroup): GroupPlan => planGroup(group, inputs, { range, expand, ring, plan });
  const kept = new Map<PlaceGroup, GroupPlan>();
  const runs = new Map<string, ScheduledRun>();
  let [planned, written] = [0, 0];
  for (const group of groups) {
    const groupPlan = planOf(group);
    addRuns(runs, groupPlan, userId);
    planned += groupPlan.speech.length + groupPlan.windows.length;
    if (planned <= KEPT_RUNS_MAX) kept.set(group, groupPlan);
  }
  const needed = [...plan.needed.values()].sort((a, b) => a.at - b.at);
  const ready = await rendering.findReady(needed.map(({ key }) => key));
  const sha256s = sha256sOf(inputs, ready);
  const files = await rendering.findFiles(sha256s);
  const levels = rendering.createLevels({
    files,
    levelled: await rendering.findLevelled(sha256s),
    targets: inputs.targets,
  });
  const cutIds = new Set<number>();
  for (const group of groups) {
    const { content, checks, silent, cut } = buildContent(kept.get(group) ?? planOf(group), inputs, {
      ready,
      levels,
      range,
    });
    for (const id of cut) cutIds.add(id);
    const programme = toStored(content, silent);
    written += programme.text.length;
    if (written > CONTENT_MAX) throw new BudgetError(`more than ${CONTENT_MAX} characters of programmes`);
    await onContent({ ...programme, checks, devices: group.devices });
  }
  const missing = needed.filter(({ hash }) => !ready.has(hash));
  return {
    missing,
    needed,
    wordless: plan.wordless,
    sha256s: [...sha256s, ...levels.used],
    unlevelled: [...levels.missing.values()],
    runs: [...runs.values()],
    cut: cutIds,
  };
}

function sha256sOf({ playlists, chimes, audio, ownChimes }: Inputs, ready: ReadonlyMap<string, AudioItem[]>): string[] {
  const lists = [...ready.values(), ...[...playlists.values()].map(({ items }) => items)];
  const items = [...lists.flat(), ...chimes.values(), ...audio.values(), ...ownChimes.values()];
  return [...new Set(items.map(({ sha256 }) => sha256))];
}

/**
 * The shared fields as they are stored.
 * @param silent runs that are checked although the content does not have them, which makes it another one
 */
export function toStored(
  content: SharedContent,
  silent: readonly RunCheck[],
): Omit<StoredContent, 'checks' | 'devices'> {
  const text = JSON.stringify(content).slice(1, -1);
  const { runs, music, emergency, quiet_hours, volume_max, listen, lead_in } = content;
  return {
    text,
    hash: createHash('sha256')
      .update(silent.length === 0 ? text : `${text}${JSON.stringify(silent)}`)
      .digest('hex'),
    time_zone: content.time_zone,
    runs: runs.map(({ run_id, at }) => ({ run_id, at: Date.parse(at) })),
    schedule_ids: [...new Set(runs.map(({ schedule_id }) => schedule_id))],
    emergencies: emergency.flatMap(({ receipt_id, message_id }) => (receipt_id ? [{ receipt_id, message_id }] : [])),
    empty:
      [runs, music, emergency, quiet_hours, silent].every((list) => list.length === 0) &&
      volume_max === VOLUME_MAX &&
      listen === undefined &&
      lead_in === undefined,
  };
}

function addRuns(runs: Map<string, ScheduledRun>, { speech, windows }: GroupPlan, userId: number): void {
  const add = (run: ScheduledRun): void => {
    const earlier = runs.get(run.run_id);
    if (!earlier || run.at < earlier.at) runs.set(run.run_id, run);
  };
  for (const { row, run_id, at } of speech)
    add({ run_id, schedule_id: row.id, user_id: userId, title: row.name, priority: 'scheduled', at: new Date(at) });
  for (const { row, run_id, at } of windows)
    add({ run_id, schedule_id: row.id, user_id: userId, title: row.name, priority: 'music', at: new Date(at) });
}
