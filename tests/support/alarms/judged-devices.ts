import { advanceDate } from '../fake-date.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';

/** Longer than devices have to come back after an api has begun to hear them, and shorter than they may be silent. */
const HEARING_S = 61;

/**
 * Advances the date by the minute in which an api judges no device, and waits until it judges them. The minute begins when this api first
 * hears devices, which nothing tells from outside, so the date is advanced again after an evaluation that still waits for them.
 * No message may wait for its commit now: it would count as a backlog of a minute, after which devices are not judged for another one.
 */
export async function letDevicesBeJudged({ pool }: Pick<Stack, 'pool'>): Promise<void> {
  type Progress = { evaluated_at: Date | null; checking_since: Date | null };
  let advancedTo = Number.POSITIVE_INFINITY;
  const isJudging = async (): Promise<boolean> => {
    const { rows } = await pool.query<Progress>('select evaluated_at, checking_since from alarm_progress');
    const evaluated = rows[0]?.evaluated_at?.getTime() ?? 0;
    if (evaluated >= advancedTo && rows[0]?.checking_since === null) return true;
    if (evaluated >= advancedTo || advancedTo === Number.POSITIVE_INFINITY) {
      advanceDate(HEARING_S);
      advancedTo = Date.now();
    }
    return false;
  };
  await until('devices are judged', isJudging);
}
