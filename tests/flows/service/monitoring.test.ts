import { readFileSync } from 'node:fs';
import { observeInstallation } from '@belfry/api/composition/installation-gauges';
import { ROOT as FOLDER } from '@belfry/infra/local/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevice } from '../../support/factories.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const scrapeApi = async (): Promise<string> => (await stack.internal.get<string>('/metrics')).body;
const scrapeBroker = async (): Promise<string> => (await fetch(`${stack.config.BROKER_HTTP_URL}/metrics`)).text();

/** The names of metrics in a query, without the suffixes of a histogram. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b((?:belfry|process|nodejs)_\w+?)(?:_bucket|_sum|_count)?\b/g)].map(([, name = '']) => name);

describe('the metrics', () => {
  it.each(['infra/prometheus/alerts.yml', 'infra/grafana/belfry.json'])('include all that %s reads', async (file) => {
    const offered = new Set(
      [...`${await scrapeApi()}\n${await scrapeBroker()}`.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    );
    const read = new Set(namesIn(readFileSync(`${FOLDER}/${file}`, 'utf8')));
    expect(read.size).toBeGreaterThan(8);
    expect([...read].filter((name) => !offered.has(name))).toEqual([]);
  });

  it('describe the installation: devices by status, emergencies and disk', async () => {
    const device = await createDevice(stack);
    await stack.pool.query(
      `with run as (
        insert into announcement_runs (run_id, kind, title, priority, state, at)
        values (gen_random_uuid(), 'say', 'Fire', 'emergency', 'running', now() - interval '40 s') returning run_id
      ) insert into announcement_deliveries (run_id, device_id, place, state)
      select run_id, device_id, '', 'sent' from run, devices where serial = $1`,
      [device.serial],
    );
    // An observation of the api that has read the tables before sets the same gauges, possibly last.
    const observe = async (): Promise<string> => {
      await observeInstallation({ ...stack, config: stack.config });
      return scrapeApi();
    };
    const metrics = await until('the device and the emergency are observed', observe, (text) =>
      [/^belfry_devices\{status="offline"\} 1$/m, /^belfry_emergency_undelivered 1$/m].every((line) => line.test(text)),
    );
    expect(Number(/^belfry_data_free_bytes (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  });
});
