import { runToEnd } from '@belfry/infra/local/processes/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import { startBelfry } from '../lib/belfry.ts';
import { openDevicesPage } from '../lib/browser/console.ts';
import { node, start } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { quantile } from '../lib/statistics.ts';

const SHOWN = 24;
const DEVICES = 200;
const PER_SECOND = 1_000;
const STATUS_EVERY_MS = 500;
const SECONDS = 20;

async function prepare(): Promise<Measurement> {
  await ensureWebBuilt(runToEnd);
  const belfry = await startBelfry();
  // The page shows the lowest serials first.
  const devices = (await belfry.devices(DEVICES)).toSorted((a, b) => a.serial.localeCompare(b.serial));
  const page = await openDevicesPage(belfry, SHOWN);
  let seq = 1;

  async function round(): Promise<number> {
    const shape = { shown: SHOWN, perSecond: PER_SECOND, statusEveryMs: STATUS_EVERY_MS, seconds: SECONDS };
    const input = { port: belfry.mqttPort, devices, firstSeq: seq, ...shape };
    seq += Math.ceil((PER_SECOND * SECONDS) / DEVICES);
    const load = start(node('tests/bench/load/dom.ts', JSON.stringify(input)), { core: 1 });
    await load.line((line) => line === 'ready');
    await page.takeLatencies();
    const { statuses } = JSON.parse(await load.line((line) => line.startsWith('{'))) as { statuses: number };
    await load.stop();
    const latencies = await page.takeLatencies();
    // A status that the page never showed, since the next one replaced it, counts with the duration of the whole round.
    const notShown = Array.from({ length: Math.max(0, statuses - latencies.length) }, () => SECONDS * 1_000);
    return quantile(
      [...latencies, ...notShown].toSorted((a, b) => a - b),
      0.99,
    );
  }

  return {
    title: 'status to a browser’s DOM, p99',
    unit: 'ms',
    ours: 'Belfry',
    contenders: [{ name: 'Belfry', round }],
    targets: [{ atMost: 250, unit: 'ms' }],
    notes: [
      `Chromium with the console open, ${SHOWN} of ${DEVICES} devices shown, ${PER_SECOND} messages a second in the fleet, from the device’s publish until the text of its card has changed.`,
    ],
    rounds: 5,
    stop: async () => {
      await page.close();
      await belfry.stop();
    },
  };
}

/** The latency from a device's publish to the changed text of its card. */
export const dom: Row = { name: 'dom', prepare };
