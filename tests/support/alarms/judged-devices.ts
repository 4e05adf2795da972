import { advanceDate } from '../fake-date.ts';
import { scrape } from '../metrics/scrape.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';

/** Longer than devices have to come back after an api has begun to hear them, and shorter than they may be silent. */
const HEARING_S = 61;

/**
 * Advances the date by the minute in which an api judges no device. It begins when the api hears devices, which it looks for each second.
 * No message may wait for its commit now: it would count as a backlog of a minute, after which devices are not judged for another one.
 */
export async function letDevicesBeJudged({ config }: Pick<Stack, 'config'>): Promise<void> {
  await until('the api hears devices', async () => {
    const page = await scrape(`http://127.0.0.1:${config.INTERNAL_PORT}/metrics`);
    return page.sum('belfry_ingest_link_up') === 1;
  });
  advanceDate(HEARING_S);
}
