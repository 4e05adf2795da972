import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { VOLUME_MAX } from '@belfry/schemas/domain/limits';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import type { insertScheduledRuns } from '../../announcements/index.ts';
import type { Rendering } from '../deps.ts';
import type { RunCheck } from '../programmes.table.ts';
import { buildContent, type SharedContent } from './build-content.ts';
import { createExpansion, type Range } from './expand-schedule.ts';
import type { PlaceGroup } from './group-places.ts';
import type { Inputs } from './inputs.ts';
import { planGroup, type GroupPlan } from './plan-group.ts';
import { createSpeechPlan, type NeededSpeech } from './speech-plan.ts';
import type { StoredContent } from './write.repository.ts';

type ScheduledRun = Parameters<typeof insertScheduledRuns>[1][number];

export type CompiledGroups = {
  contents: StoredContent[];
  /** Texts that are not rendered yet, the first needed first. */
  missing: NeededSpeech[];
  needed: NeededSpeech[];
  sha256s: string[];
  runs: ScheduledRun[];
  /** Schedules with runs that a programme has no room for. */
  cut: ReadonlySet<number>;
};

/** Compiles groups of places. It expands many rules, so it yields to the event loop between two groups. */
export async function compileGroups(
  groups: readonly PlaceGroup[],
  inputs: Inputs,
  { rendering, range, userId }: { rendering: Rendering; range: Range; userId: number },
): Promise<CompiledGroups> {
  const plan = createSpeechPlan(inputs, rendering);
  const expand = createExpansion(range, inputs.holidays);
  const plans: GroupPlan[] = [];
  for (const group of groups) {
    plans.push(planGroup(group, inputs, { range, expand, plan }));
    await yieldToEventLoop();
  }
  const needed = [...plan.needed.values()].sort((a, b) => a.at - b.at);
  const ready = await rendering.findReady(needed.map(({ key }) => key));
  const sha256s = sha256sOf(inputs, ready);
  const files = await rendering.findFiles(sha256s);
  const contents: StoredContent[] = [];
  const cutIds = new Set<number>();
  for (const groupPlan of plans) {
    const { content, checks, silent, cut } = buildContent(groupPlan, inputs, { ready, files, range });
    for (const id of cut) cutIds.add(id);
    contents.push({ ...toStored(content, silent), checks, devices: groupPlan.group.devices });
    await yieldToEventLoop();
  }
  const missing = needed.filter(({ hash }) => !ready.has(hash));
  return { contents, missing, needed, sha256s, runs: runsOf(plans, userId), cut: cutIds };
}

const sha256sOf = ({ playlists, chimes }: Inputs, ready: ReadonlyMap<string, AudioItem[]>): string[] => [
  ...new Set(
    [...ready.values(), ...[...playlists.values()].map(({ items }) => items), [...chimes.values()]]
      .flat()
      .map(({ sha256 }) => sha256),
  ),
];

/** @param silent runs that are checked although the content does not have them, which makes it another one */
function toStored(content: SharedContent, silent: readonly RunCheck[]): Omit<StoredContent, 'checks' | 'devices'> {
  const text = JSON.stringify(content).slice(1, -1);
  const { runs, music, emergency, quiet_hours, volume_max } = content;
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
      [runs, music, emergency, quiet_hours, silent].every((list) => list.length === 0) && volume_max === VOLUME_MAX,
  };
}

/** The runs of all groups, each with its first instant. */
function runsOf(plans: readonly GroupPlan[], userId: number): ScheduledRun[] {
  const runs = new Map<string, ScheduledRun>();
  const add = (run: ScheduledRun): void => {
    const known = runs.get(run.run_id);
    if (!known || run.at < known.at) runs.set(run.run_id, run);
  };
  for (const { speech, windows } of plans) {
    for (const { row, run_id, at } of speech)
      add({ run_id, schedule_id: row.id, user_id: userId, title: row.name, priority: 'scheduled', at: new Date(at) });
    for (const { row, run_id, at } of windows)
      add({ run_id, schedule_id: row.id, user_id: userId, title: row.name, priority: 'music', at: new Date(at) });
  }
  return [...runs.values()];
}
