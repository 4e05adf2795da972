import { describe, expect, it } from 'vitest';
import type { Costs } from './costs.ts';
import { planCapacity, planTable } from './plan.ts';

const costs: Costs = {
  ingestPerS: 50_000,
  brokerUs: 100,
  apisUs: 30,
  postgresUs: 60,
  walBytes: 500,
  tableBytes: 150,
  connectionBytes: 100_000,
  reconnectsPerS: 4_000,
  compile10kS: 2,
};
const fleet = (devices: number) => ({ devices, intervalS: 30, rawDays: 10 });

describe('the capacity plan', () => {
  it('multiplies what a record and a connection cost', () => {
    const plan = planCapacity(fleet(3_000), costs);
    expect(plan).toMatchObject({
      recordsPerS: 100,
      broker: { kind: 'bundled', nodes: 1, cores: 0.01, memoryBytes: 300_000_000 },
      apis: 2,
      postgresCores: 2,
      walBytesPerS: 50_000,
      tableBytesPerDay: 100 * 86_400 * 150,
      reconnectS: 0.75,
    });
    expect(plan.tableBytes).toBe(plan.tableBytesPerDay * 10);
  });

  it('takes a cluster past the connections of the bundled broker, with one node to spare', () => {
    expect(planCapacity(fleet(25_000), costs).broker.kind).toBe('bundled');
    expect(planCapacity(fleet(25_001), costs).broker).toMatchObject({ kind: 'RabbitMQ', nodes: 3 });
    expect(planCapacity(fleet(1_000_000), costs).broker.nodes).toBe(Math.ceil(213e9 / (64e9 * 0.6)) + 1);
  });

  it('takes a cluster where the bundled broker would be busy, however few the devices', () => {
    expect(planCapacity({ ...fleet(10_000), intervalS: 1 }, costs).broker.kind).toBe('RabbitMQ');
  });

  it('has room left on every processor', () => {
    const { apis, apiCores, postgresCores } = planCapacity(fleet(1_000_000), costs);
    expect((apis - 1) * 0.6).toBeGreaterThanOrEqual(apiCores);
    expect(postgresCores * 0.6).toBeGreaterThanOrEqual((1_000_000 / 30) * 60e-6);
  });

  it('is a table with a column per fleet', () => {
    const plans = [10_000, 1_000_000].map((devices) => ({
      fleet: fleet(devices),
      plan: planCapacity(fleet(devices), costs),
    }));
    const lines = planTable(plans).split('\n');
    expect(lines[0]).toBe('| every 30 s, 10 days | 10,000 devices | 1,000,000 devices |');
    expect(lines).toContain('| Postgres: write-ahead log | 167 kB/s | 17 MB/s |');
    expect(lines.every((line) => line.split('|').length === 5)).toBe(true);
  });
});
