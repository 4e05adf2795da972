import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement, Row, Target } from './row.ts';
import { summarise, type Summary } from './statistics.ts';

export interface Verdict {
  text: string;
  value: Summary;
  reached: boolean;
}

export interface Result {
  title: string;
  unit: string;
  ours: string;
  rounds: number;
  figures: Record<string, Summary>;
  verdicts: Verdict[];
  notes: string[];
}

/** Runs a warm-up round (unless the row disables it) and then the row's rounds, each with all contenders in turn. */
export async function measure(row: Row): Promise<Result> {
  process.stdout.write(`\n${row.name}: preparing\n`);
  const measurement = await row.prepare();
  const figures = new Map<string, number[]>(measurement.contenders.map(({ name }) => [name, []]));
  try {
    for (let round = measurement.warmUp === false ? 1 : 0; round <= measurement.rounds; round++) {
      for (const { name, round: run } of measurement.contenders) {
        const value = await run();
        const warmUp = round === 0;
        process.stdout.write(
          `  ${warmUp ? 'warm-up' : `round ${round}`} · ${name}: ${format(value)} ${measurement.unit}\n`,
        );
        if (!warmUp) figures.get(name)?.push(value);
        await delay(300);
      }
    }
  } finally {
    await measurement.stop();
  }
  return {
    title: measurement.title,
    unit: measurement.unit,
    ours: measurement.ours,
    rounds: measurement.rounds,
    figures: Object.fromEntries([...figures].map(([name, values]) => [name, summarise(values)])),
    verdicts: measurement.targets.map((target) => judge(target, measurement, figures)),
    notes: measurement.notes,
  };
}

function judge(target: Target, { ours }: Measurement, figures: Map<string, number[]>): Verdict {
  const mine = figures.get(target.of ?? ours) ?? [];
  const prefix = target.of === undefined ? '' : `${target.of}: `;
  if (!('against' in target)) {
    const value = summarise(mine);
    return { text: `${prefix}at most ${target.atMost} ${target.unit}`, value, reached: value.median <= target.atMost };
  }
  const theirs = figures.get(target.against) ?? [];
  const value = summarise(mine.map((figure, index) => figure / (theirs[index] ?? Number.NaN)));
  if ('atLeast' in target)
    return {
      text: `${prefix}at least ${target.atLeast} × ${target.against}`,
      value,
      reached: value.median >= target.atLeast,
    };
  return {
    text: `${prefix}at most ${target.atMost} × ${target.against}`,
    value,
    reached: value.median <= target.atMost,
  };
}

export const format = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 1_000 ? 1 : 0 });
